"""Properties of many battles: masks against the referee, faults that it finds, what fog hides."""
