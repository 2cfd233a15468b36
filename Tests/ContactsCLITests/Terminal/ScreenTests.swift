import Exchange
import Foundation
import RepositoryDoubles
import Synchronization
import Testing

@testable import ContactsCLI

struct ScreenTests {
    private let nowhere = Descriptor(number: -1)

    @Test(arguments: [("120", 120), ("", 80), ("0", 80), ("-3", 80), ("wide", 80), ("99999999999999999999", 80)])
    func `the variable COLUMNS is taken when it makes sense`(value: String, columns: Int) {
        #expect(Screen(descriptor: nowhere, environment: ["COLUMNS": value]).columns == columns)
    }
}

struct ColorTests {
    @Test func `a table in color has the same columns`() {
        func printed(_ screen: Screen) -> String {
            var format = ListFormat.table.writer(for: screen)
            return String(decoding: format.page([.complete, .unknown]), as: UTF8.self)
        }
        let colored = printed(Screen(isTerminal: true, columns: 60, hasColor: true))
        #expect(colored.hasPrefix("\u{1B}[1mID\u{1B}[0m"))
        #expect(colored.replacing(/\u{1B}\[[0-9]m/, with: "") == printed(Screen(isTerminal: true, columns: 60)))
    }
}

@Suite(.timeLimit(.minutes(5))) struct PromptTests {
    private func prompt(at terminal: PseudoTerminal, canAsk: Bool = true) -> Prompt {
        let descriptor = Descriptor(number: terminal.terminal)
        let messages = MessagePrinter(descriptor: descriptor, isQuiet: false, environment: [:])
        return Prompt(input: descriptor, canAsk: canAsk, messages: messages)
    }

    @Test func `what is typed as a secret is not shown, and later lines are again`() async throws {
        let terminal = try PseudoTerminal(columns: 80)
        let prompt = prompt(at: terminal)
        let answer = Task { try await prompt.secret("Password:") }
        while Self.isShown(terminal) { await Task.yield() }
        try terminal.type("hush\n")
        #expect(try await answer.value == "hush")
        #expect(Self.isShown(terminal))
        #expect(terminal.text() == "contacts: Password: \n")
    }

    @Test(arguments: [("2\n", 1), (" 1 \n", 0), ("3\n", nil), ("0\n", nil), ("\n", nil), ("two\n", nil)])
    func `one of several lines is chosen by its number`(typed: String, index: Int?) async throws {
        let terminal = try PseudoTerminal(columns: 80)
        try terminal.type(typed)
        #expect(try await prompt(at: terminal).choice(among: ["a", "b"], "Two:", question: "Which one?") == index)
        let unasked = prompt(at: terminal, canAsk: false)
        #expect(try await unasked.choice(among: ["a", "b"], "Two:", question: "Which one?") == nil)
    }

    private static func isShown(_ terminal: PseudoTerminal) -> Bool {
        var settings = termios()
        return tcgetattr(terminal.terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
}

struct ProgressMeterTests {
    private static let wipe = "\r\u{1B}[K"

    /// Shows lines at these milliseconds, and returns what the terminal got.
    private func shown(
        at times: [Int],
        isQuiet: Bool = false,
        environment: [String: String] = ["TERM": "xterm"]
    ) throws -> String {
        let terminal = try PseudoTerminal(columns: 80)
        let descriptor = Descriptor(number: terminal.terminal)
        let printer = MessagePrinter(descriptor: descriptor, isQuiet: isQuiet, environment: environment)
        let start = ContinuousClock.now
        let time = Mutex(start)
        var meter = ProgressMeter(messages: printer) { time.withLock { $0 } }
        for milliseconds in times {
            time.withLock { $0 = start + .milliseconds(milliseconds) }
            meter.show(ProgressLine(contacts: milliseconds, of: nil))
        }
        meter.end()
        return terminal.text()
    }

    @Test func `a line is drawn again at the pace of eyes, and wiped at the end`() throws {
        let text = try shown(at: [299, 300, 399, 400, 450, 499, 500])
        let lines = [300, 400, 500].map { Self.wipe + "\($0) contacts" }
        #expect(text == lines.joined() + Self.wipe)
    }

    @Test func `there is none for a quick command, and where it is not wanted`() throws {
        #expect(try shown(at: [0, 100, 299]).isEmpty)
        #expect(try shown(at: [1_000], isQuiet: true).isEmpty)
        for environment in [["TERM": "dumb"], ["TERM": "xterm", "CI": "true"]] {
            #expect(try shown(at: [1_000], environment: environment).isEmpty)
        }
    }

    @Test func `a line is never longer than the window is by then, and is erased before a message`() throws {
        let terminal = try PseudoTerminal(columns: 80)
        let descriptor = Descriptor(number: terminal.terminal)
        let printer = MessagePrinter(descriptor: descriptor, isQuiet: false, environment: ["TERM": "xterm"])
        #expect(printer.canShowProgress)
        let line = String(repeating: "0123456789", count: 6)
        printer.progress(line)
        terminal.resize(columns: 20)
        printer.progress(line)
        printer.note("done")
        let last = Self.wipe + "012345678901234567…" + Self.wipe + "contacts: done\n"
        #expect(terminal.text() == Self.wipe + line + last)
    }
}

struct ProgressLineTests {
    private static let page = ProgressLine(pages: 1, of: 4, people: 50)

    @Test(arguments: [
        // No speed before it means something, and the time left where the whole is known.
        (page, 0.999, "1/4 pages, 50 people"), (page, 2, "1/4 pages, 50 people, 25/s, 6 s left"),
        (page, 50, "1/4 pages, 50 people, 1/s, 2 min 30 s left"),
        (page, 4_000, "1/4 pages, 50 people, 0/s, 3 h 20 min left"),
        (ProgressLine(contacts: 3_000, of: 12_000), 3, "3000/12000 contacts, 1000/s, 9 s left"),
        (
            ProgressLine(ImportProgress(contacts: 100, bytes: 500, bytesTotal: 2_000)), 1,
            "25 %, 100 contacts, 100/s, 3 s left"
        ),
        // No time is left at the end, and none is known without a total.
        (ProgressLine(pages: 4, of: 4, people: 1), 1, "4/4 pages, 1 person, 1/s"),
        (ProgressLine(contacts: 300, of: nil), 3, "300 contacts, 100/s"),
        (ProgressLine(ImportProgress(contacts: 100, bytes: 500)), 2, "100 contacts, 50/s"),
        // A whole that grew or is empty is no trap.
        (ProgressLine(ImportProgress(contacts: 1, bytes: 5_000, bytesTotal: 2_000)), 0, "100 %, 1 contact"),
        (ProgressLine(contacts: 0, of: 0), 2, "0/0 contacts"),
        (ProgressLine(pages: 0, of: 0, people: 0), 2, "0/0 pages, 0 people"),
    ])
    func `the line tells what is done, the speed and the time left`(line: ProgressLine, seconds: Double, text: String) {
        #expect(line.text(after: .seconds(seconds)) == text)
    }
}

struct PagerTests {
    /// Options of a list of 30, variables, and how many lines come, each with the mark of the pager or none.
    private static let cases: [([String], [String: String], Int, Bool)] = [
        // More than the screen of 24 lines holds, less, and two lines that the terminal wraps often.
        ([], [:], 31, true), (["--limit", "10"], [:], 11, false),
        (["--limit", "2", "--format", "ndjson"], [:], 2, true),
        // Who wants no pager has none.
        ([], ["CONTACTS_PAGER": ""], 31, false), ([], ["CONTACTS_PAGER": "cat"], 31, false),
        ([], ["PAGER": " "], 31, false), ([], ["TERM": "dumb"], 31, false), (["--no-pager"], [:], 31, false),
        // The program's own goes before; one that is left early is no failure, and one that is missing no loss.
        ([], ["PAGER": "cat", "CONTACTS_PAGER": "sed s/^/paged:/"], 31, true), ([], ["PAGER": "head -n 2"], 2, false),
        ([], ["PAGER": "no-such-pager"], 31, false),
    ]

    private static let people = Binary.sample { try await $0.succeed("sync", "--results", "30").ids }

    private func show(_ options: [String], _ variables: [String: String]) async throws -> String {
        let terminal = try PseudoTerminal(columns: 80)
        let pager = ["TERM": "xterm", "PAGER": "sed s/^/paged:/", "NO_COLOR": "1"].merging(variables) { $1 }
        let contacts = try Binary.copy(of: await Self.people.value).contacts
        let list = ["list", "--offline"] + options
        let result = try await contacts.start(list, pager, input: terminal.handle, output: terminal.handle).result
        #expect(result.status == 0, "\(result.messages)")
        return terminal.text()
    }

    @Test(arguments: cases)
    func `what the screen does not hold is paged`(options: [String], env: [String: String], lines: Int, isPaged: Bool)
        async throws
    {
        let shown = try await show(options, env).split(separator: "\n")
        #expect(shown.count == lines)
        #expect(shown.allSatisfy { $0.hasPrefix("paged:") == isPaged })
    }

    @Test func `less is told to show colors and to leave when all fits, unless it was told something`() async throws {
        #expect(try await show([], ["PAGER": "printenv LESS #"]).contains("FRX"))
        let own = try await show([], ["PAGER": "printenv LESS #", "LESS": "-S"])
        #expect(own.contains("-S") && !own.contains("FRX"))
    }

    @Test func `without a terminal on both sides nothing is paged`() {
        let nowhere = Descriptor(number: -1)
        let screen = Screen(isTerminal: true, columns: 80, rows: 24)
        #expect(Pager(screen: screen, output: nowhere, input: nowhere, environment: [:]) == nil)
    }
}

struct MessagePrinterTests {
    private func printed(isQuiet: Bool = false, _ body: (MessagePrinter) -> Void) throws -> String {
        let pipe = try #require(Descriptor.pipe())
        defer { pipe.reading.close() }
        body(MessagePrinter(descriptor: pipe.writing, isQuiet: isQuiet, environment: [:]))
        pipe.writing.close()
        return String(decoding: pipe.reading.readAvailable(limit: 10_000) ?? [], as: UTF8.self)
    }

    @Test(arguments: [false, true])
    func `messages have the program's name, no orders, no progress in a pipe, and quietly no notes`(isQuiet: Bool)
        throws
    {
        let text = try printed(isQuiet: isQuiet) { printer in
            printer.error("no")
            printer.detail("a")
            printer.warning("odd")
            printer.note("fine")
            printer.log("info x: y")
            printer.progress("1/2")
        }
        let note = isQuiet ? "" : "contacts: fine\n"
        #expect(text == "contacts: no\n  a\ncontacts: warning: odd\n\(note)info x: y\n")
        #expect(try printed { $0.error("\u{1B}[2J\nx") } == "contacts: \u{FFFD}[2J x\n")
    }

    @Test func `what is kept for later is told to a screen once, and printed in the end`() throws {
        let text = try printed { printer in
            printer.hold()
            let quiet = MessagePrinter(quietlyTo: printer)
            quiet.note("fine")
            quiet.log("a:1: no")
            quiet.log("a:2: no")
            #expect(printer.takeKept() == "a:1: no and 1 more (printed again when you quit)")
            #expect(printer.takeKept() == nil)
            quiet.log("a:3: no")
            #expect(printer.takeKept() == "a:3: no (printed again when you quit)")
            printer.release()
        }
        #expect(text == "a:1: no\na:2: no\na:3: no\n")
    }
}
