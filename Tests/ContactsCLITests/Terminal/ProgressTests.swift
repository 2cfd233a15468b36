import Synchronization
import Testing

@testable import ContactsCLI

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

    @Test func `a quick command shows none`() throws {
        #expect(try shown(at: [0, 100, 299]).isEmpty)
    }

    @Test func `a line is drawn again at the pace of eyes, and wiped at the end`() throws {
        let text = try shown(at: [299, 300, 399, 400, 450, 499, 500])
        let lines = [300, 400, 500].map { Self.wipe + "\($0) contacts" }
        #expect(text == lines.joined() + Self.wipe)
    }

    @Test(arguments: [["TERM": "dumb"], ["TERM": "xterm", "CI": "true"]])
    func `there is none where it is not wanted`(environment: [String: String]) throws {
        #expect(try shown(at: [1_000], environment: environment).isEmpty)
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

    @Test func `there is none in quiet mode`() throws {
        #expect(try shown(at: [1_000], isQuiet: true).isEmpty)
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
