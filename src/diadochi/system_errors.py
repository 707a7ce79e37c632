"""What the operating system refuses, in our own words: its own are in its own language."""

import errno
import os
import socket

from diadochi.catalogue import say

WORDS = {
    errno.ENOENT: "missing",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "exists",
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
    errno.ENAMETOOLONG: "long_name",
    errno.EMFILE: "open_files",
    errno.ENFILE: "open_files",
    errno.EADDRINUSE: "in_use",
    errno.EADDRNOTAVAIL: "no_address",
}


def reason(error: OSError) -> str:
    """Why, without the file."""
    if isinstance(error, socket.gaierror):
        return say("error.system.unknown_host")
    number = error.errno
    if number in WORDS:
        return say(f"error.system.{WORDS[number]}")
    return say("error.system.other", name=errno.errorcode.get(number or 0, type(error).__name__))


def sentence(error: OSError) -> str:
    """Why, with the file that it is about."""
    if not error.filename:
        return reason(error)
    return say("error.system.file", file=os.fsdecode(error.filename), reason=reason(error))
