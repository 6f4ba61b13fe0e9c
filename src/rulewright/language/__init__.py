"""The rules language: text in, one compiled form out; it knows the kernel and no book."""
