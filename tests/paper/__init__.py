"""The SRD on paper: its facts as rows of the tables, and shipped content held against them."""
