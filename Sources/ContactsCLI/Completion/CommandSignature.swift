import ArgumentParser
import Primitives

/// The options and arguments of a command, as the parser describes them; those of a family are those of every command.
struct CommandSignature: Sendable {
    /// An option, a flag or a value by position.
    struct Argument: Decodable, Sendable {
        struct Name: Decodable, Sendable {
            enum Kind: String, Decodable, Sendable {
                case long
                case short
                case longWithSingleDash
            }

            let kind: Kind
            let name: String

            /// The name as it is typed.
            var typed: String { (kind == .long ? "--" : "-") + name }
        }

        enum Kind: String, Decodable, Sendable {
            case positional
            case option
            case flag
        }

        struct Values: Decodable, Sendable { let values: [String] }
        struct Extensions: Decodable, Sendable { let extensions: [String] }
        struct Nothing: Decodable, Sendable {}

        struct Completion: Decodable, Sendable {
            let list: Values?
            let file: Extensions?
            let directory: Nothing?
        }

        let kind: Kind
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let isRepeating: Bool
        let shouldDisplay: Bool
        let allValues: [String]?
        let completionKind: Completion?

        var longName: String? { names?.first { $0.kind == .long }?.name }

        func isCalled(_ word: String) -> Bool { names?.contains { $0.typed == word } ?? false }
    }

    private struct Document: Decodable {
        struct Command: Decodable { let arguments: [Argument]? }

        let command: Command
    }

    let arguments: [Argument]

    var positionals: [Argument] { arguments.filter { $0.kind == .positional } }

    init(_ command: any ParsableCommand.Type) {
        // Of a family only the options are wanted; a description of all its commands takes long.
        let text = command is any CommandFamily.Type ? GlobalOptions._dumpHelp() : command._dumpHelp()
        arguments = (try? JSONDecoder().decode(Document.self, from: Data(text.utf8)))?.command.arguments ?? []
    }

    /// The suggested options and flags: the ones in the help of the command, and the global ones.
    var offered: [Argument] {
        let global = Set(Self.global.compactMap(\.longName))
        return arguments.filter { argument in
            argument.kind != .positional && (argument.shouldDisplay || argument.longName.map(global.contains) ?? false)
        }
    }

    private static let global = CommandSignature(ContactsCommand.self).arguments

    func argument(called name: String) -> Argument? { arguments.first { $0.isCalled(name) } }
}
