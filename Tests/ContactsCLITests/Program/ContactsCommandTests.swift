import ArgumentParser
import Testing

@testable import ContactsCLI

struct ContactsCommandTests {
    private static func leaves(below command: any ParsableCommand.Type = ContactsCommand.self)
        -> [any ParsableCommand.Type]
    {
        let children = command.configuration.subcommands
        return children.isEmpty ? [command] : children.flatMap { leaves(below: $0) }
    }

    @Test func `every command without subcommands is run by the launcher`() {
        for command in Self.leaves() { #expect(command is any ProgramCommand.Type, "\(command)") }
    }

    @Test func `names and aliases of commands are unique`() {
        let names = ContactsCommand.configuration.subcommands.flatMap {
            [$0.configuration.commandName ?? ""] + $0.configuration.aliases
        }
        #expect(Set(names).count == names.count)
        #expect(!names.contains(""))
    }
}
