"""The part of bench-browse that is the terminal: it types keys, reads frames, and says when what could be seen."""
import fcntl, os, pty, re, select, statistics, struct, subprocess, sys, termios, time, unicodedata

ROWS, COLUMNS = 60, 200
PIECE = re.compile(rb"\x1b\[([0-9;?<>=]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()].|\x1b[=>78cM]|[^\x1b]+", re.S)
program = sys.argv[1]
failures = []


class Screen:
    """What a terminal shows of the few sequences that the program writes."""

    def __init__(self):
        self.rest = b""
        self.clear()

    def clear(self):
        self.lines = [[" "] * COLUMNS for _ in range(ROWS)]
        self.x = self.y = 0

    def feed(self, data):
        data = self.rest + data
        place = 0
        while place < len(data):
            piece = PIECE.match(data, place)
            if not piece:
                break
            place = piece.end()
            if piece.group(2):
                self.control(piece.group(1).decode(), piece.group(2))
            elif not piece.group(0).startswith(b"\x1b"):
                self.write(piece.group(0).decode(errors="replace"))
        self.rest = data[place:]

    def control(self, arguments, letter):
        if letter == b"H":
            numbers = [int(number or 1) for number in (arguments or "1;1").split(";")] + [1]
            self.y, self.x = numbers[0] - 1, numbers[1] - 1
        elif letter == b"J":
            self.lines = [[" "] * COLUMNS for _ in range(ROWS)]
        elif letter == b"K":
            self.lines[self.y][self.x :] = [" "] * (COLUMNS - self.x)

    def write(self, text):
        for character in text:
            if character == "\r":
                self.x = 0
            elif character == "\n":
                self.y = min(self.y + 1, ROWS - 1)
            elif not unicodedata.combining(character) and self.x < COLUMNS:
                self.lines[self.y][self.x] = character
                self.x += 2 if unicodedata.east_asian_width(character) in "WF" else 1

    def text(self, first=0, end=ROWS, width=COLUMNS):
        return "\n".join("".join(line[:width]) for line in self.lines[first:end])


class Session:
    """The program on a terminal."""

    def __init__(self, *arguments):
        self.screen = Screen()
        self.start = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.execv(program, [program, "browse", *arguments])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def read(self, quiet, seen=None):
        """Reads until nothing was written for so long; calls `seen` with the time of each piece. False at the end."""
        while select.select([self.terminal], [], [], quiet)[0]:
            try:
                data = os.read(self.terminal, 1 << 16)
            except OSError:
                return False
            if not data:
                return False
            now = time.perf_counter()
            if b"\x1b]11;?" in data:
                os.write(self.terminal, b"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;22c")
            self.screen.feed(data)
            if seen and seen(now):
                return True
        return True

    def key(self, key, quiet=0.25):
        """Types a key; the milliseconds to the first frame, and to the last one that changed rows or the search field."""
        first = last = None
        before = self.screen.text(1, width=100)
        start = time.perf_counter()
        os.write(self.terminal, key)

        def seen(now):
            nonlocal first, last, before
            first = first or now
            # On the right are the number of matches and the scroll bar, for which they are counted when nothing is typed.
            after = self.screen.text(1, width=100)
            if after != before:
                last, before = now, after

        self.read(quiet, seen)
        return [(moment - start) * 1000 if moment else None for moment in (first, last)]

    def quit(self):
        os.write(self.terminal, b"\x1b\x1b")
        self.read(0.2)
        os.write(self.terminal, b"q")
        while self.read(1):
            pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)

    def work(self):
        """By thread, the processor time in nanoseconds and how often it was woken."""
        threads = {}
        for thread in os.listdir(f"/proc/{self.process}/task"):
            folder = f"/proc/{self.process}/task/{thread}"
            status = open(f"{folder}/status").read()
            switches = sum(int(number) for number in re.findall(r"ctxt_switches:\s*(\d+)", status))
            threads[thread] = (int(open(f"{folder}/schedstat").read().split()[0]), switches)
        return threads


def report(name, values, unit, limit=None, at=None):
    values = sorted(value for value in values if value is not None)
    middle = statistics.median(values)
    high = values[max(0, -(-len(values) * 95 // 100) - 1)]
    measured = middle if at == "median" else high
    verdict = "" if limit is None else f"  {at or '95 %'} at most {limit}: " + ("ok" if measured <= limit else "MISSED")
    if limit is not None and measured > limit:
        failures.append(name)
    print(f"{name:44} median {middle:7.1f}  95 % {high:7.1f}  most {values[-1]:7.1f} {unit}{verdict}", flush=True)


runs = int(os.environ.get("BENCH_RUNS", "15"))
print("load of the machine:", open("/proc/loadavg").read().split()[0], "processors:", os.cpu_count())
frames, rows, counts, times = [], [], [], []
for run in range(runs + 1):
    session = Session("/contacts")
    found = {}

    def seen(now):
        text = session.screen.text()
        elapsed = (now - session.start) * 1000
        if text.strip():
            found.setdefault("frame", elapsed)
        if "@" in session.screen.text(2):
            found.setdefault("rows", elapsed)
        if "100000" in session.screen.text(0, 3):
            found.setdefault("count", elapsed)
        return len(found) == 3

    session.read(2, seen)
    used = sum(time_used for time_used, _ in session.work().values()) / 1e6
    session.quit()
    if run:
        frames.append(found.get("frame"))
        rows.append(found.get("rows"))
        counts.append(found.get("count"))
        times.append(used)
report("start to the first frame", frames, "ms", 50, "median")
report("start to the rows", rows, "ms")
report("start to the number of all", counts, "ms")
report("processor time up to there", times, "ms")

session = Session("/contacts")
session.read(1)
for name, keys in [("j", [b"j"] * 100), ("page down", [b"\x1b[6~"] * 40), ("last, first", [b"G", b"g"] * 10)]:
    measured = [session.key(key, 0.1) for key in keys]
    report(f"{name}: key to frame", [last for _, last in measured], "ms", 16)
session.key(b"/")
searches = ["an b", "gomez", "ma city:ber", "xylo", "anna ma", "e", "s", "street", "com", "jo sm", "12", "berl", "-an", "o"]
keys = []
for search in searches:
    keys += [(search[: n + 1], letter.encode()) for n, letter in enumerate(search)]
    keys += [(search[:-n] + "<", b"\x7f") for n in range(1, len(search) + 1)]
measured = [(typed, *session.key(key)) for typed, key in keys]
report("search: key to frame", [first for _, first, _ in measured], "ms", 16)
report("search: key to the frame with the answer", [last for _, _, last in measured], "ms", 16)
slowest = sorted((item for item in measured if item[2]), key=lambda item: -item[2])[:12]
print("  the slowest:", ", ".join(f"“{typed}” {last:.0f}" for typed, _, last in slowest))
echoes = []
for search in ["schmidt", "anderson", "martin lopez", "e s a"]:
    for n, letter in enumerate(search):
        echo = None
        start = time.perf_counter()
        os.write(session.terminal, letter.encode())

        def seen(now):
            global echo
            if echo is None and search[: n + 1] in session.screen.text(1, 2, 100):
                echo = (now - start) * 1000
            return now - start > 0.05

        while time.perf_counter() - start < 0.05:
            session.read(max(0.001, 0.05 - (time.perf_counter() - start)), seen)
        echoes.append(echo if echo is not None else 999)
    os.write(session.terminal, b"\x15")
    session.read(0.3)
report("search, a key each 50 ms: key to its frame", echoes, "ms", 16)
session.key(b"\x1b")
session.read(1)

# Threads without work end after some seconds.
time.sleep(8)
before = session.work()
time.sleep(float(os.environ.get("BENCH_IDLE", "20")))
after = session.work()
drawn = bool(select.select([session.terminal], [], [], 0)[0])
spent = [(now[0] - before.get(thread, (0, 0))[0], now[1] - before.get(thread, (0, 0))[1]) for thread, now in after.items()]
print(
    f"idle: {sum(time_used for time_used, _ in spent) / 1e6:.3f} ms of processor time, "
    f"{sum(count for _, count in spent)} times woken, drawn: {drawn}"
)
if any(used or count for used, count in spent) or drawn:
    failures.append("idle")

changes = []
for _ in range(6):
    start = time.perf_counter()
    subprocess.run([program, "add", "--first-name", "Aaaa", "--last-name", "00000"], stdout=subprocess.DEVNULL, check=True)
    stored = time.perf_counter()
    noticed = None

    def seen(now):
        global noticed
        noticed = now
        return True

    session.read(1.5, seen)
    changes.append((noticed - start) * 1000 if noticed else 9999)
    session.read(0.3)
    subprocess.run([program, "undo"], stdout=subprocess.DEVNULL, check=True)
    session.read(1.2)
report("change by another process to the frame", changes, "ms", 1000)

status = open(f"/proc/{session.process}/status").read()
sizes = {name: int(size) / 1000 for name, size in re.findall(r"(VmHWM|VmRSS|RssAnon|RssFile):\s*(\d+)", status)}
proportional = re.search(r"Pss:\s*(\d+)", open(f"/proc/{session.process}/smaps_rollup").read())
sizes["Pss"] = int(proportional.group(1)) / 1000 if proportional else 0
print("memory in MB:", ", ".join(f"{name} {size:.1f}" for name, size in sizes.items()), "(VmHWM at most 40)")
if sizes["VmHWM"] > 40:
    failures.append("memory")
session.quit()
if failures:
    print("MISSED:", ", ".join(failures))
sys.exit(bool(failures))
