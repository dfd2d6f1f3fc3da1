# Runs a command on a terminal of its own, types a line when it asks for a password, and prints what the terminal shows.
import os, pty, sys

typed = sys.argv[1].encode().decode("unicode_escape").encode()
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:
        break
    if not more:
        break
    if b"Password: " not in shown and b"Password: " in shown + more:
        os.write(terminal, typed)
    shown += more
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
