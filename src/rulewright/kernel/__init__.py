"""The kernel: state, agenda, menus and the one writer. It needs the standard library only and knows no book."""
