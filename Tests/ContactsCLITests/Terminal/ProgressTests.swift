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

    @Test func `there is none without a terminal`() throws {
        let printer = MessagePrinter(descriptor: Descriptor(number: -1), isQuiet: false, environment: ["TERM": "xterm"])
        #expect(!printer.canShowProgress)
    }
}
