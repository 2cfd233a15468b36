import Foundation
import TestWatch
import Testing

@testable import TerminalUI

/// Each test drives the probe in a real terminal.
@Suite(.watched, .enabled(if: Tmux.program != nil, "tmux is not installed")) struct NcursesScreenTests {
    /// Runs the probe, then tells its status and the modes of the terminal.
    private static let script = #"""
        sh -c 'echo before; sh -c "echo \$\$ > $FOLDER/pid; exec $PROBE"; echo "status $?"; \#
        stty -a | grep -oE -- "-?(icanon|echo|isig)\b" | sort | tr "\n" " "; echo end; read line'
        """#

    /// A terminal that shows the probe.
    private func probe(rows: Int = 12, _ command: String = Self.script) async throws -> Tmux {
        let terminal = try await Tmux(rows: rows, command)
        try await terminal.screen(with: "event: none")
        return terminal
    }

    /// What ends the probe.
    enum WayOut {
        case keys([String])
        case signal(Int32)
    }

    @Test(arguments: [
        (WayOut.keys(["q"]), 0), (.keys(["C-c"]), 130), (.keys(["x"]), 3), (.keys(["a"]), 134),
        // A stuck program ends at the second Ctrl-C.
        (.keys(["h", "C-c", "C-c"]), 130), (.signal(SIGTERM), 143),
        (.signal(SIGINT), 130), (.signal(SIGHUP), 129), (.signal(SIGQUIT), 131), (.signal(SIGSEGV), 139),
        (.signal(SIGUSR1), 138), (.signal(SIGALRM), 142), (.signal(SIGXCPU), 152),
    ])
    func `the terminal is given back on every way out`(way: WayOut, status: Int) async throws {
        let terminal = try await probe()
        #expect(try await terminal.property("alternate_on") == "1")
        switch way {
        case .keys(let keys): for key in keys { try await terminal.press(key) }
        case .signal(let number): try terminal.signal(number)
        }
        let screen = try await terminal.screen(with: " end\n")
        #expect(screen.contains("before"))
        #expect(screen.contains("status \(status)\n"))
        #expect(screen.contains("echo icanon isig end"))
        #expect(try await terminal.property("alternate_on") == "0")
        #expect(try await terminal.property("cursor_flag") == "1")
        #expect(try await terminal.property("mouse_any_flag") == "0")
    }

    @Test func `a trap gives the terminal back, too`() async throws {
        let terminal = try await probe(rows: 100)
        try await terminal.press("!")
        // Its message is not lost with the alternate screen.
        let screen = try await terminal.screen(with: " end\n")
        #expect(screen.contains("a defect on purpose"))
        #expect(screen.contains("echo icanon isig end"))
        #expect(try await terminal.property("alternate_on") == "0")
    }

    @Test(arguments: [true, false])
    func `it stops and goes on where it was`(byKey: Bool) async throws {
        let terminal = try await Tmux("bash --noprofile --norc -i")
        try await terminal.screen(with: "ready>")
        try await terminal.type(#"sh -c 'echo $$ > $FOLDER/pid; exec $PROBE'"#)
        try await terminal.screen(with: "event: none")
        try await terminal.press("j")
        try await terminal.screen(with: "event: key(j)")
        if byKey { try await terminal.press("C-z") } else { try terminal.signal(SIGTSTP) }
        try await terminal.screen(with: "Stopped")
        #expect(try await terminal.property("alternate_on") == "0")
        try await terminal.type("stty -a | grep -oE -- '-?icanon' ; fg")
        try await terminal.screen(with: "▸  Zoë")
        #expect(try await terminal.property("alternate_on") == "1")
        try await terminal.press("q")
        #expect(try await terminal.screen(with: "ended with 0").contains("\nicanon"))
    }

    @Test func `it follows the size of the terminal, down to 20×5`() async throws {
        let terminal = try await Tmux(Self.script)
        try await terminal.screen(with: "80×12")
        for (columns, rows, text) in [
            (200, 60, "200×60"), (40, 8, "40×8"), (20, 5, "20×5"), (19, 4, "Too small"), (80, 12, "80×12"),
        ] {
            try await terminal.run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
            try await terminal.screen(with: text)
        }
        try await terminal.press("q")
        try await terminal.screen(with: "status 0")
    }

    @Test func `keys, pastes and clicks arrive, and messages on the way are shown at the end`() async throws {
        let terminal = try await probe()
        for (key, name) in [
            ("Down", "Down"), ("PageUp", "PgUp"), ("F5", "F5"), ("M-x", "Alt-x"), ("Escape", "Esc"), ("é", "é"),
            ("BTab", "Shift-Tab"),
        ] {
            try await terminal.press(key)
            try await terminal.screen(with: "event: key(\(name))")
        }
        try await terminal.run("set-buffer", "q!日本")
        try await terminal.run("paste-buffer", "-p")
        try await terminal.screen(with: "event: paste(\"q!日本\")")
        // A press of the left button in the fifth column of the fourth row.
        try await terminal.run("send-keys", "-H", "1b", "5b", "3c", "30", "3b", "35", "3b", "34", "4d")
        try await terminal.screen(with: "event: on row 1: mouse")
        try await terminal.press("w")
        let screen = try await terminal.screen(with: "event: key(w)")
        #expect(!screen.contains("a message"))
        try await terminal.press("q")
        #expect(try await terminal.screen(with: "status 0").contains("a message on the way"))
    }

    @Test func `a locale that is not UTF-8 gets ASCII`() async throws {
        let terminal = try await Tmux("LC_ALL=C \(Self.script)")
        let screen = try await terminal.screen(with: "event: none")
        #expect(screen.contains(">o*Ada Lovelace 0"))
        #expect(screen.contains("Zo? ?ngstr?m 1"))
    }

    @Test func `in a pipeline it uses the terminal of the process`() async throws {
        let terminal = try await probe(#"sh -c 'echo x | $PROBE | sed s/^/piped:/; read line'"#)
        try await terminal.press("q")
        try await terminal.screen(with: "piped:ended with 0")
    }
}
