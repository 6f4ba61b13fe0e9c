"""The kernel: state, agenda, menus, and the one function that writes facts. It imports only the standard library."""
