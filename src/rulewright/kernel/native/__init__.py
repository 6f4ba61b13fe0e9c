"""The native machine: the same steps as the kernel's, in C, for programs that it knows. Without it everything works the same."""
