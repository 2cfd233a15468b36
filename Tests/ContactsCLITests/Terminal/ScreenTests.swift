import Exchange
import RepositoryDoubles
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
