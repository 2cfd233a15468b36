import ArgumentParser
import Primitives
import Repository

/// The completion target for the word under the cursor, determined from the command signatures alone.
struct CompletionTarget {
    /// The text before the completed part, such as `--city=` or `-city:`.
    private(set) var leading = ""
    private(set) var text: String
    /// All candidates that don't require the store, before filtering by the typed text.
    private(set) var candidates: [CompletionCandidate] = []
    /// Reads the candidates that require the store.
    private(set) var stored: (@Sendable (CompletionTarget, Program) async throws -> [CompletionCandidate])?
    private(set) var paths: CompletionAnswer.Paths?
    /// Candidates to offer when nothing else matches.
    private(set) var fallback: [CompletionCandidate] = []
    private(set) var storeOptions: [String] = []

    init(_ request: CompletionRequest) {
        text = request.current
        var line = CommandLineWalk(request.words)
        storeOptions = line.storeOptions
        if let option = line.pendingOption {
            complete(valueOf: option, of: line)
        } else if line.isHelp {
            candidates = Self.commands(below: line.command, request.current)
            if line.path.isEmpty {
                candidates += HelpTopic.allCases.map { CompletionCandidate(word: $0.rawValue, description: $0.title) }
            }
        } else if request.current.hasPrefix("-"), !line.isPastOptions {
            completeOption(of: &line)
        } else if !line.command.configuration.subcommands.isEmpty {
            candidates = Self.commands(below: line.command, request.current)
            if line.path.isEmpty { candidates.append(CompletionCandidate(word: "help", description: "Show help.")) }
            // Completes the arguments of the family's default command.
            if let argument = line.nextPositional { complete(position: argument) }
        } else if let argument = line.nextPositional {
            complete(position: argument)
        }
    }

    /// The names of the subcommands, plus their aliases once a letter has been typed.
    private static func commands(below command: any ParsableCommand.Type, _ word: String) -> [CompletionCandidate] {
        command.configuration.subcommands.flatMap { child -> [CompletionCandidate] in
            let names = CommandTree.names(of: child)
            return (word.isEmpty ? names.prefix(1) : names[...]).map { name in
                CompletionCandidate(
                    word: name,
                    description: name == names[0] ? child.configuration.abstract : "The same as \(names[0])."
                )
            }
        }
    }

    // MARK: Options

    private mutating func completeOption(of line: inout CommandLineWalk) {
        if let equals = text.firstIndex(of: "="), text.hasPrefix("--") {
            let name = String(text[..<equals])
            cut(behind: equals)
            if name == "--json" {
                completeFieldNames()
            } else if let option = line.signature.argument(called: name), option.kind == .option {
                complete(valueOf: option, of: line)
            }
            return
        }
        let used = line.usedOptions
        candidates = line.signature.offered.flatMap { argument in
            let names = (argument.names ?? []).filter { text == "-" || $0.isLong }.map(\.typed)
            let isUsed = !argument.isRepeating && names.contains(where: used.contains)
            return (isUsed ? [] : names).map {
                CompletionCandidate(word: $0, description: argument.abstract ?? "")
            }
        }
    }

    private mutating func complete(valueOf option: CommandSignature.Argument, of line: CommandLineWalk) {
        switch option.longName {
        case "fields"? where line.listsContacts: completeFieldNames()
        case "book"?: stored = { try $0.books(withAll: true, in: $1) }
        case "to"? where line.path.count == 1: stored = { try $0.books(withAll: false, in: $1) }
        case "env"?: candidates = AppEnvironment.allCases.map { CompletionCandidate(word: $0.rawValue) }
        case "log-level"?: candidates = LogLevel.allCases.map { CompletionCandidate(word: $0.rawValue) }
        case "group"?, "remove-group"?, "only-group"?: stored = { target, _ in try await target.groups() }
        case let name? where Self.fieldOptions.contains(name):
            if option.isRepeating || name == "nat", let comma = text.lastIndex(of: ",") { cut(behind: comma) }
            if let field = ContactField.queried(named: name) { completeValues(of: field, inQuery: false) }
        default: complete(kindOf: option)
        }
    }

    /// The options that are completed with the values of a field; each has the same name as its field.
    private static let fieldOptions: Set = [
        "city", "country", "nat", "gender", "state", "organization", "job-title", "role",
    ]

    private mutating func complete(kindOf argument: CommandSignature.Argument) {
        if let extensions = argument.completionKind?["file"]?["extensions"] { paths = .files(extensions) }
        if argument.completionKind?["directory"] != nil { paths = .folders }
        let values = argument.completionKind?["list"]?["values"] ?? argument.allValues ?? []
        candidates = values.map { CompletionCandidate(word: $0) }
    }

    private mutating func completeFieldNames() {
        if let comma = text.lastIndex(of: ",") { cut(behind: comma) }
        candidates = ContactField.names.map { CompletionCandidate(word: $0) }
    }

    // MARK: Values by position

    private mutating func complete(position argument: CommandSignature.Argument) {
        let fields = ContactField.queried.map { field in
            CompletionCandidate(word: field.queryName + ":", description: "A term in this field.")
        }
        switch argument.valueName {
        case "contact"?, "term"?:
            if text.contains(":") { return completeQueryValue() }
            let inQuery = argument.valueName == "term"
            stored = { try await $0.named(inQuery: inQuery, in: $1) }
            if inQuery { candidates = fields } else { fallback = fields }
        case "group"?: stored = { target, _ in try await target.groups() }
        case BookArgument.valueName?: stored = { try $0.books(withAll: false, in: $1) }
        default: complete(kindOf: argument)
        }
    }

    private mutating func completeQueryValue() {
        guard let colon = text.firstIndex(of: ":"), let field = ContactField.queried(named: String(text[..<colon]))
        else { return }
        cut(behind: colon)
        switch field.query?.form {
        case .flag?: candidates = ["yes", "no"].map { CompletionCandidate(word: $0) }
        case .origin?: candidates = ["source", "local"].map { CompletionCandidate(word: $0) }
        default: completeValues(of: field, inQuery: true)
        }
    }

    private mutating func completeValues(of field: ContactField, inQuery: Bool) {
        stored = { try await $0.values(of: field, inQuery: inQuery, in: $1) }
    }

    private mutating func cut(behind index: String.Index) {
        leading += text[...index]
        text = String(text[text.index(after: index)...])
    }
}

/// The words before the cursor, parsed the way the argument parser would.
struct CommandLineWalk {
    private(set) var command: any ParsableCommand.Type = ContactsCommand.self
    private(set) var path: [String] = []
    private(set) var signature: CommandSignature
    private(set) var isHelp = false
    private(set) var isPastOptions = false
    /// The option that expects the word under the cursor as its value.
    private(set) var pendingOption: CommandSignature.Argument?
    private(set) var usedOptions: Set<String> = []
    /// The long options that the command doesn't have.
    private(set) var unknownOptions: [String] = []
    private(set) var storeOptions: [String] = []
    private var positions = 0

    private static let storeNames: Set = ["--book", "--db", "--env", "--config"]

    init(_ words: [String]) {
        signature = CommandSignature(ContactsCommand.self)
        for word in words { take(word) }
    }

    private mutating func take(_ word: String) {
        if let option = pendingOption {
            if let name = option.longName, Self.storeNames.contains("--\(name)") {
                storeOptions += ["--\(name)", word]
            }
            pendingOption = nil
        } else if isPastOptions {
            positions += 1
        } else if word == "--" {
            isPastOptions = true
        } else if word.hasPrefix("-"), word.count > 1 {
            takeOption(word)
        } else if word == "help", path.isEmpty, !isHelp {
            isHelp = true
        } else if let child = CommandTree.subcommand(named: word, of: command) {
            command = child
            path.append(word)
            if !isHelp { signature = CommandSignature(child.configuration.defaultSubcommand ?? child) }
        } else {
            positions += 1
        }
    }

    private mutating func takeOption(_ word: String) {
        let name = String(word.prefix { $0 != "=" })
        usedOptions.insert(name)
        if name.hasPrefix("--"), signature.argument(called: name) == nil { unknownOptions.append(name) }
        if name.count < word.count {
            if Self.storeNames.contains(name) { storeOptions.append(word) }
        } else if let option = signature.argument(called: name), option.kind == .option {
            pendingOption = option
        }
    }

    /// The positional argument that the next word fills.
    var nextPositional: CommandSignature.Argument? {
        let all = signature.positionals
        guard positions >= all.count else { return all[positions] }
        return all.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    var takesTerms: Bool { signature.positionals.contains { $0.valueName == FilterOptions.termName } }

    /// Whether the command's output fields are contact fields.
    var listsContacts: Bool {
        signature.argument(called: "--format")?.allValues?.contains("vcard") ?? false
    }
}

/// A command's options and arguments, as described by the parser; a family has only those that every command has.
struct CommandSignature: Sendable {
    struct Argument: Decodable, Sendable {
        struct Name: Decodable, Sendable {
            /// `long`, `short` or `longWithSingleDash`.
            let kind: String
            let name: String

            var isLong: Bool { kind == "long" }
            var typed: String { (isLong ? "--" : "-") + name }
        }

        enum Kind: String, Decodable, Sendable {
            case positional
            case option
            case flag
        }

        let kind: Kind
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let isRepeating: Bool
        let shouldDisplay: Bool
        let allValues: [String]?
        /// The values or file extensions to offer, by the kind of completion and the key the parser uses for them.
        let completionKind: [String: [String: [String]]]?

        var longName: String? { names?.first(where: \.isLong)?.name }

        func isCalled(_ word: String) -> Bool { names?.contains { $0.typed == word } ?? false }
    }

    private struct Document: Decodable {
        struct Command: Decodable { let arguments: [Argument]? }

        let command: Command
    }

    let arguments: [Argument]

    var positionals: [Argument] { arguments.filter { $0.kind == .positional } }

    init(_ command: any ParsableCommand.Type) {
        // A family needs only its options; describing all its commands is slow.
        let text = command is any CommandFamily.Type ? GlobalOptions._dumpHelp() : command._dumpHelp()
        arguments = (try? JSONDecoder().decode(Document.self, from: Data(text.utf8)))?.command.arguments ?? []
    }

    /// The options and flags to suggest: those in the command's help, and the global ones.
    var offered: [Argument] {
        let global = Set(Self.global.compactMap(\.longName))
        return arguments.filter { argument in
            argument.kind != .positional && (argument.shouldDisplay || argument.longName.map(global.contains) ?? false)
        }
    }

    private static let global = CommandSignature(ContactsCommand.self).arguments

    func argument(called name: String) -> Argument? { arguments.first { $0.isCalled(name) } }
}
