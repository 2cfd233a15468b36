import Foundation
import Testing

@testable import ContactsCLI

struct MessagePrinterTests {
    private func printed(isQuiet: Bool = false, _ body: (MessagePrinter) -> Void) throws -> String {
        let pipe = try #require(Descriptor.pipe())
        defer { pipe.reading.close() }
        body(MessagePrinter(descriptor: pipe.writing, isQuiet: isQuiet, environment: [:]))
        pipe.writing.close()
        return String(decoding: pipe.reading.readAvailable(limit: 10_000) ?? [], as: UTF8.self)
    }

    private func sayEverything(_ printer: MessagePrinter) {
        printer.error("no")
        printer.detail("a")
        printer.warning("odd")
        printer.note("fine")
        printer.log("info x: y")
        printer.progress("1/2")
    }

    @Test func `messages have the program's name, and no progress without a terminal`() throws {
        #expect(
            try printed(sayEverything)
                == "contacts: no\n  a\ncontacts: warning: odd\ncontacts: fine\ninfo x: y\n"
        )
    }

    @Test func `quiet mode leaves out notes only`() throws {
        #expect(
            try printed(isQuiet: true, sayEverything)
                == "contacts: no\n  a\ncontacts: warning: odd\ninfo x: y\n"
        )
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

    @Test func `control characters are replaced`() throws {
        #expect(try printed { $0.error("\u{1B}[2J\nx") } == "contacts: \u{FFFD}[2J x\n")
    }

    @Test func `a progress line fits the terminal and is erased before a message`() throws {
        let terminal = try PseudoTerminal(columns: 10)
        let descriptor = Descriptor(number: terminal.terminal)
        let printer = MessagePrinter(descriptor: descriptor, isQuiet: false, environment: ["TERM": "xterm"])
        #expect(printer.canShowProgress)
        printer.progress("0123456789abc")
        printer.note("done")
        #expect(terminal.text() == "\r\u{1B}[K01234567…\r\u{1B}[Kcontacts: done\n")
    }
}
