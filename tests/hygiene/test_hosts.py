"""No file names the host of a package registry: packages are named, and the client finds them."""

from tests.hygiene.tree import ROOT, name_of, project_files

# Each is put together here so that this file does not name it either.
HOSTS = [
    ".".join(parts)
    for parts in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("archive", "ubuntu", "com"),
        ("conda", "anaconda", "org"),
    ]
]


def hosts_named(text: bytes) -> list[str]:
    """Lists the hosts that a file's content names, in any letter case."""
    return [host for host in HOSTS if host.encode() in text.lower()]


def test_no_file_names_a_registry_host():
    found = {name_of(path): hosts_named(path.read_bytes()) for path in project_files()}
    assert {name: hosts for name, hosts in found.items() if hosts} == {}


def test_a_registry_host_in_a_file_is_found():
    assert hosts_named(f"https://{HOSTS[0].upper()}/simple".encode()) == [HOSTS[0]]


def test_there_is_no_lock_file_and_the_constraints_have_no_hashes():
    assert not (ROOT / "uv.lock").exists()
    assert "--" not in (ROOT / "constraints.txt").read_text(encoding="utf-8")
