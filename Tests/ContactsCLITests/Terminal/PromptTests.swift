import Foundation
import Testing

@testable import ContactsCLI

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
