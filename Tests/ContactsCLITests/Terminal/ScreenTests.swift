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

    @Test func `without a terminal there are 80 columns`() {
        #expect(Screen(descriptor: nowhere, environment: [:]) == Screen(isTerminal: false, columns: 80))
    }
}

struct ColorRuleTests {
    @Test(
        arguments: [
            (ColorRule.auto, true, ["TERM": "xterm"], true), (.auto, true, [:], false),
            (.auto, false, ["TERM": "xterm"], false), (.auto, true, ["NO_COLOR": "1", "TERM": "xterm"], false),
            (.auto, true, ["NO_COLOR": "", "TERM": "xterm"], true), (.auto, true, ["TERM": "dumb"], false),
            (.auto, true, ["CLICOLOR": "0", "TERM": "xterm"], false), (.auto, false, ["CLICOLOR_FORCE": "1"], true),
            (.auto, false, ["CLICOLOR_FORCE": "0"], false), (.auto, false, ["FORCE_COLOR": "1"], true),
            (.auto, false, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false), (.always, false, ["NO_COLOR": "1"], true),
            (.always, false, ["TERM": "dumb"], true), (.never, true, ["CLICOLOR_FORCE": "1"], false),
        ] as [(ColorRule, Bool, [String: String], Bool)]
    )
    func `the command line decides, then the variables, then the terminal`(
        rule: ColorRule,
        isTerminal: Bool,
        environment: [String: String],
        allowed: Bool
    ) {
        #expect(rule.allowsColor(isTerminal: isTerminal, environment: environment) == allowed)
    }

    @Test func `styles are written only where they are taken`() {
        let plain = Screen(isTerminal: true, columns: 80)
        let colored = Screen(isTerminal: false, columns: 80, hasColor: true)
        #expect(TextStyle.bold.applied(to: "a", on: plain) == "a")
        #expect(TextStyle.bold.applied(to: "a", on: colored) == "\u{1B}[1ma\u{1B}[0m")
        #expect(TextStyle.bold.applied(to: "", on: colored).isEmpty)
    }

    @Test func `a table in colour has the same columns`() {
        func printed(_ screen: Screen) -> String {
            var format = ListFormat.table.writer(for: screen)
            return String(decoding: format.page([.complete, .unknown]), as: UTF8.self)
        }
        let colored = printed(Screen(isTerminal: true, columns: 60, hasColor: true))
        #expect(colored.hasPrefix("\u{1B}[1mID\u{1B}[0m"))
        #expect(colored.replacing(/\u{1B}\[[0-9]m/, with: "") == printed(Screen(isTerminal: true, columns: 60)))
    }
}

@Suite(.timeLimit(.minutes(5)))
struct PromptTests {
    @Test func `what is typed as a secret is not shown, and later lines are again`() async throws {
        let terminal = try PseudoTerminal(columns: 80)
        let descriptor = Descriptor(number: terminal.terminal)
        let messages = MessagePrinter(descriptor: descriptor, isQuiet: false, environment: [:])
        let prompt = Prompt(input: descriptor, canAsk: true, messages: messages)
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
        let descriptor = Descriptor(number: terminal.terminal)
        let messages = MessagePrinter(descriptor: descriptor, isQuiet: false, environment: [:])
        let prompt = Prompt(input: descriptor, canAsk: true, messages: messages)
        try terminal.type(typed)
        #expect(try await prompt.choice(among: ["a", "b"], "Two:", question: "Which one?") == index)
        let unasked = Prompt(input: descriptor, canAsk: false, messages: messages)
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
        let printer = MessagePrinter(
            descriptor: Descriptor(number: terminal.terminal),
            isQuiet: isQuiet,
            environment: environment
        )
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

    @Test func `a line is never longer than the window is by then`() throws {
        let terminal = try PseudoTerminal(columns: 80)
        let descriptor = Descriptor(number: terminal.terminal)
        let printer = MessagePrinter(descriptor: descriptor, isQuiet: false, environment: ["TERM": "xterm"])
        let line = String(repeating: "0123456789", count: 6)
        printer.progress(line)
        terminal.resize(columns: 20)
        printer.progress(line)
        #expect(terminal.text() == Self.wipe + line + Self.wipe + "012345678901234567…")
    }

}

struct ProgressLineTests {
    private let page = ProgressLine(pages: 1, of: 4, people: 50)

    @Test func `the line tells no speed before it means something`() {
        #expect(page.text(after: .milliseconds(999)) == "1/4 pages, 50 people")
    }

    @Test func `the line tells the speed and the time left where the whole is known`() {
        #expect(page.text(after: .seconds(2)) == "1/4 pages, 50 people, 25/s, 6 s left")
        #expect(page.text(after: .seconds(50)) == "1/4 pages, 50 people, 1/s, 2 min 30 s left")
        #expect(page.text(after: .seconds(4_000)) == "1/4 pages, 50 people, 0/s, 3 h 20 min left")
        #expect(
            ProgressLine(contacts: 3_000, of: 12_000).text(after: .seconds(3))
                == "3000/12000 contacts, 1000/s, 9 s left"
        )
        let file = ImportProgress(contacts: 100, bytes: 500, bytesTotal: 2_000)
        #expect(ProgressLine(file).text(after: .seconds(1)) == "25 %, 100 contacts, 100/s, 3 s left")
    }

    @Test func `no time is left at the end, and none is known without a total`() {
        #expect(ProgressLine(pages: 4, of: 4, people: 1).text(after: .seconds(1)) == "4/4 pages, 1 person, 1/s")
        #expect(ProgressLine(contacts: 300, of: nil).text(after: .seconds(3)) == "300 contacts, 100/s")
        let input = ImportProgress(contacts: 100, bytes: 500)
        #expect(ProgressLine(input).text(after: .seconds(2)) == "100 contacts, 50/s")
    }

    @Test func `a whole that grew or is empty is no trap`() {
        let grown = ImportProgress(contacts: 1, bytes: 5_000, bytesTotal: 2_000)
        #expect(ProgressLine(grown).text(after: .zero) == "100 %, 1 contact")
        #expect(ProgressLine(contacts: 0, of: 0).text(after: .seconds(2)) == "0/0 contacts")
        #expect(ProgressLine(pages: 0, of: 0, people: 0).text(after: .seconds(2)) == "0/0 pages, 0 people")
    }
}
