import Foundation
import Testing

@testable import ContactsCLI

/// The built program in a real terminal.
@Suite(.timeLimit(.minutes(20)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")))
struct BrowseCommandTests {
    /// Shell functions that press keys in the terminal, and wait until it shows a text.
    private static let functions = """
        tm() { tmux -f /dev/null -S "$HOME/tmux$number" "$@"; }
        begin() { number=$((number + 1)); tm new-session -d -x 80 -y 24 "TERM=screen-256color LC_ALL=C.UTF-8 $1; echo STATUS \\$?; cat"; }
        press() { tm send-keys "$@"; }
        quit() { press q; shows "STATUS 0"; tm kill-server; }
        shows() { until tm capture-pane -p | grep -qF -- "$1"; do sleep 0.05; done; }

        """

    /// The functions, and two people.
    private static let terminal =
        functions + """
            "$contacts" --quiet add --first-name Ada --last-name Lovelace --email ada@example.org >/dev/null
            "$contacts" --quiet add --first-name Grace --last-name Hopper >/dev/null

            """

    @Test func `pages are browsed by keys, also after a resize, and the terminal is given back`() async throws {
        try await Binary().shell(
            Self.terminal + """
                begin "'$contacts'"
                shows "Grace Hopper"
                press / a d a
                shows "1 contact"
                press Enter
                shows "ada@example.org"
                tm resize-window -x 120 -y 30
                press Escape
                shows "1 contact"
                tm resize-window -x 20 -y 5
                shows "Contacts"
                quit
                echo done
                """,
            output: "done\n"
        )
    }

    @Test func `the first start begins an empty book, or imports a file; then all books are one list`() async throws {
        try await Binary().shell(
            Self.functions + """
                printf 'BEGIN:VCARD\\nVERSION:4.0\\nFN:Ada Lovelace\\nEND:VCARD\\n' > "$HOME/my people.vcf"
                begin "'$contacts'"
                shows "How do you want to start"
                press Enter
                shows "Name"
                press -l family
                press Enter
                shows "No contacts."
                quit
                "$contacts" book list | cut -f 1,2
                rm -r "$HOME/.local"
                begin "'$contacts'"
                shows "How do you want to start"
                press Down Enter
                shows "such as ~/contacts.vcf"
                press -l "~/my people.vcf"
                press Enter
                shows "Ada Lovelace"
                quit
                begin "'$contacts' browse --book all"
                shows "all books"
                shows "Ada Lovelace"
                quit
                """,
            output: "people\tno\nfamily\tyes\n"
        )
    }

    /// The other signals are tried with a smaller program, in the tests of the screen.
    @Test(arguments: [("browse", "TERM", 143), ("pick", "QUIT", 131), ("storybook", "HUP", 129)])
    func `a signal gives the terminal back, and is the exit status`(command: String, signal: String, status: Int)
        async throws
    {
        try await Binary().shell(
            Self.terminal + """
                begin "stty -a > '$HOME/before'; '$contacts' \(command)"
                until [ "$(tm display-message -p '#{alternate_on}')" = 1 ]; do sleep 0.05; done
                kill -\(signal) $(pgrep -P $(tm list-panes -F '#{pane_pid}') | head -1)
                shows "STATUS \(status)"
                tm display-message -p '#{alternate_on}'
                stty -a < $(tm display-message -p '#{pane_tty}') | cmp - "$HOME/before" && echo same
                tm kill-server
                """,
            output: "0\nsame\n"
        )
    }

    @Test func `a terminal is needed, and one that claims to be huge is drawn in part`() async throws {
        let contacts = try Binary()
        try await contacts.add("Ada Lovelace")
        try await contacts.fail(64, "browse", saying: "terminal")
        let terminal = try PseudoTerminal(columns: 65_535, rows: 65_535)
        let handle = FileHandle(fileDescriptor: terminal.terminal)
        async let screen = terminal.textAsItComes()
        let variables = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]
        let run = try await contacts.start(["browse"], variables, input: handle, output: handle, messages: handle)
        try terminal.type("q")
        let result = try await run.result
        terminal.end()
        #expect(result.status == 0)
        let text = await screen
        #expect(text.contains("Contacts"))
        // The bar at the bottom is in the last row that is drawn.
        #expect(text.contains("\u{1B}[1000;"))
        #expect(!text.contains(/\u{1B}\[(100[1-9]|[1-9]\d{4,});/))
    }

    @Test func `other programs get no secrets`() async throws {
        let contacts = try Binary(variables: [
            "CONTACTS_API_ACCESS_TOKEN": "hunter22", "CONTACTS_SERVE_TOKEN": "s3cret", "OTHER": "kept",
        ])
        let result = try await contacts.shell(
            Self.functions + #"""
                "$contacts" --quiet add --first-name Ada --url https://ada.example.org >/dev/null
                mkdir "$HOME/bin"
                printf '#!/bin/sh\nenv > "$HOME/desktop"\nexit 3\n' > "$HOME/bin/xdg-open"
                printf '#!/bin/sh\nenv > "$HOME/browser.new"\nmv "$HOME/browser.new" "$HOME/browser"\n' > "$HOME/bin/look"
                chmod +x "$HOME/bin/xdg-open" "$HOME/bin/look"
                begin "env PATH='$HOME/bin:$PATH' BROWSER=missing:look '$contacts' browse /contact/ada"
                shows "https://ada.example.org"
                press Enter
                until [ -f "$HOME/browser" ]; do sleep 0.05; done
                quit
                cat "$HOME/desktop" "$HOME/browser"
                """#
        )
        #expect(result.lines.filter { $0 == "OTHER=kept" }.count == 2, "\(result.messages)")
        #expect(!result.output.contains("hunter22") && !result.output.contains("s3cret"))
    }

    @Test func `a chooser prints what was chosen, and 130 is its status without a choice`() async throws {
        try await Binary().shell(
            Self.terminal + """
                begin "'$contacts' pick --email ada > '$HOME/out'"
                shows "1 contact"
                press Enter
                shows "STATUS 0"
                cat "$HOME/out"
                tm kill-server
                begin "'$contacts' pick > '$HOME/out'"
                shows "Grace Hopper"
                press Escape
                shows "STATUS 130"
                cat "$HOME/out"
                tm kill-server
                """,
            output: "ada@example.org\n"
        )
    }
}
