import Testing

@testable import TerminalUI

struct TerminalDescriptionTests {
    @Test(arguments: [
        ("xterm-256color", [:], ColorDepth.indexed), ("xterm-256color", ["COLORTERM": "truecolor"], .trueColor),
        ("tmux-256color", ["COLORTERM": "24bit", "TMUX": "x"], .trueColor), ("xterm", [:], .ansi),
        ("linux", [:], .ansi),
        ("linux", ["COLORTERM": "truecolor"], .ansi), ("screen-256color", ["COLORTERM": "truecolor"], .indexed),
        ("vt100", ["COLORTERM": "truecolor"], .none),
    ])
    func `a terminal has the colors that it has`(terminal: String, environment: [String: String], depth: ColorDepth)
        throws
    {
        try Terminals.with(terminal, environment: environment) { #expect($0.colorDepth == depth) }
    }

    @Test(arguments: [
        ("", "TERM is not set"), ("dumb", "“dumb” cannot move its cursor"), ("nonsense", "“nonsense” is unknown"),
        ("\u{1B}[2J", "“\u{FFFD}[2J” is unknown"),
    ])
    func `a terminal that cannot be used is told in one line`(terminal: String, message: String) {
        let error = #expect(throws: TerminalError.self) { try Terminals.with(terminal) { _ in } }
        #expect(error?.code == .unusableTerminal)
        #expect(error?.message.contains(message) == true)
        #expect(error?.message.contains("\n") == false)
    }

    @Test func `without ncurses the package to install is named`() {
        let error = #expect(throws: TerminalError.self) { try NcursesLibrary.load(["libnothere.so.0"]) }
        #expect(error?.code == .libraryMissing)
        #expect(error?.message.contains("libncursesw6") == true)
    }

    @Test func `what is entered is left`() throws {
        try Terminals.with("xterm-256color") { terminal in
            let enter = String(decoding: terminal.enter, as: UTF8.self)
            let leave = String(decoding: terminal.leave, as: UTF8.self)
            for mode in ["?1049", "?2004", "?1000", "?1006"] {
                #expect(enter.contains("\u{1B}[\(mode)h"))
                #expect(leave.contains("\u{1B}[\(mode)l"))
            }
            #expect(leave.contains("\u{1B}[?25h"))
            #expect(leave.utf8.count < 512)
        }
    }

    @Test(arguments: [("a$<5>b", "ab"), ("$<20/>x", "x"), ("$1", "$1"), ("", "")])
    func `pauses are left out`(text: String, bytes: String) {
        #expect(NcursesLibrary.withoutPauses(text) == Array(bytes.utf8))
    }

    @Test func `eight colors are enough`() throws {
        try Terminals.with("linux") { terminal in
            let bright = ResolvedStyle(foreground: .indexed(12), background: .indexed(4), emphasis: [])
            let text = String(decoding: terminal.choose(bright), as: UTF8.self)
            #expect(text.contains("\u{1B}[34m") && text.contains("\u{1B}[1m") && text.contains("\u{1B}[44m"))
        }
    }
}
