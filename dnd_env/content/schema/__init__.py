"""What content files may say: one module a noun, in SRD words and units."""
