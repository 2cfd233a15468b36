import ArgumentParser
import Primitives
import Repository
import Services
import TerminalUI

struct AddCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a contact.",
        usage: "contacts add [<word> ...] [--first-name <text>] [--last-name <text>] [--photo <file>] [<options>]",
        discussion: """
            Each word is recognized by its shape: an e-mail address, a telephone number, a web address, a birthday, or \
            else the name. The result is printed; with --dry-run, it isn't saved.

            Prints the identifier of the new contact. What you add stays, whatever the API sends later; contacts undo \
            reverts it.

            Without a field, the editor opens with an empty contact.

            EXAMPLES
              contacts add
              contacts add 'Grace Hopper' grace@example.org '+1 212 555 0100' 9.12.1906
              contacts add Ada --12-10
              contacts add --first-name Ada --last-name Lovelace --email ada@example.com
              contacts add --organization 'Example Ltd' --phone '+41 44 000 00 00'
            """,
        aliases: ["new"]
    )

    @Argument(help: .value("word", "A name, an address, a number or a birthday."))
    var words: [String] = []

    @OptionGroup var fields: ContactFieldOptions

    @OptionGroup var editing: EditorOptions

    @OptionGroup var trial: DryRunOption

    var adding: Adding { trial.dryRun ? .trial : .contacts }

    func check() throws {
        try ContactFieldOptions.checkAddress(fields.edit)
        try editing.validate(fieldsAreGiven: hasFields)
    }

    private var hasFields: Bool { !words.isEmpty || !fields.edit.isEmpty || fields.photo != nil }

    /// Returns an edit that fills an empty contact from the words and the options; the options take precedence.
    private func edit(in program: Program) throws -> ContactEdit {
        let year = UTCDate(milliseconds: Date().milliseconds).flatMap { Int($0.day.prefix(4)) } ?? 2_000
        let recognized = RecognizedWords(words, order: DateOrder(localeIn: program.environment), year: year)
        if let problem = recognized.problem { throw Failure(.usage, TerminalText.sanitized(problem)) }
        var edit = recognized.edit
        if let word = edit.birthday, let option = fields.birthday, word != option {
            throw Failure(
                .usage,
                TerminalText.sanitized("“\(word)” and --birthday \(option) are two birthdays. Leave one of them out.")
            )
        }
        fields.change(&edit)
        if let photo = fields.photo { edit.photo = try PhotoFile.read(photo, program.messages) }
        return edit
    }

    func run(in program: Program) async throws -> ExitStatus {
        let bloc = blocs.contact()
        fields.tellRenamed(in: program)
        guard let saved = try await save(with: bloc, in: program) else {
            return program.finish("Nothing was added.", .failure)
        }
        guard !trial.dryRun else { return program.finish("Would add \(what(saved)).") }
        try program.output.write("\(saved.id)\n")
        return program.finish("Added \(what(saved)).")
    }

    /// Returns the contact's name and how the words were interpreted.
    private func what(_ contact: Contact) -> String {
        let name = ContactNames.name(of: contact)
        guard !words.isEmpty else { return name }
        var values = contact.emails.map { ("e-mail", $0) } + contact.phones.map { ("phone", $0) }
        values += contact.urls.map { ("web", ContactValue($0)) }
        values += contact.birthday.map { [("birthday", ContactValue($0))] } ?? []
        let texts = values.map { label, value in ([label] + value.types + [value.value]).joined(separator: " ") }
        return texts.isEmpty ? name : TerminalText.sanitized("\(name): \(texts.joined(separator: ", "))")
    }

    private func save(with bloc: ContactBloc, in program: Program) async throws -> Contact? {
        let empty = Contact(id: ContactID(rawValue: ""), origin: .local)
        func add(_ edit: ContactEdit) async throws -> Contact {
            let new = edit.applied(to: empty)
            // Check first: a contact that can't be stored doesn't need a warning.
            _ = try await bloc.contact(of: .checked(new))
            try await KnownName.warnings(for: new.displayName, in: app).forEach(program.messages.warning)
            return try await bloc.contact(of: trial.dryRun ? .checked(new) : .added(new))
        }
        if hasFields { return try await add(edit(in: program)) }
        try editing.requireAnswers(in: program)
        return try await editing.change(empty, in: program, save: add)
    }
}

/// Warns that a new contact has the same name as an existing one.
enum KnownName {
    /// Returns a sentence for each of the first contacts with this name, however umlauts are spelled, in all own books.
    static func warnings(for name: String, in app: AppDependencies) async throws -> [String] {
        guard !name.isEmpty else { return [] }
        let term = ContactTerm(name, in: .name, isPhrase: true)
        let query = ContactQuery(limit: 100, filter: ContactFilter(expression: .term(term)))
        let key = SearchWords.unspelled(FoldedText.key(name))
        let found = try await app.contactList.contacts(query, policy: .cacheOnly).contacts + app.elsewhere(query)
        let same = found.filter { SearchWords.unspelled(FoldedText.key($0.displayName)) == key }
        let named = same.prefix(3).map {
            "A contact with this name already exists: \($0.id)  \(ContactNames.distinctName(of: $0))"
        }
        return same.count > 3 ? named + ["\(same.count - 3) more have this name."] : named
    }
}

/// Recognizes the words of `contacts add` by their form: addresses, numbers and a birthday; the rest is the name.
struct RecognizedWords {
    private(set) var edit = ContactEdit()
    /// The reason why a word couldn't be understood.
    private(set) var problem: String?
    private let order: DateOrder?
    private let year: Int

    /// Reads the words, several of which may form a name or number; `order` applies to numeric dates.
    init(_ words: [String], order: DateOrder?, year: Int) {
        self.order = order
        self.year = year
        var rest = words.flatMap(Self.parts).map { Self.withoutLabel($0.trimmed()) }.filter { !$0.isEmpty }[...]
        var name: [String] = []
        while let first = rest.first {
            if let count = takeDate(rest) ?? takeNumber(rest) ?? takeAddress(first) {
                rest = rest.dropFirst(count)
            } else {
                name.append(first)
                rest = rest.dropFirst()
            }
        }
        guard !name.isEmpty else { return }
        var parts = PersonName()
        ContactNaming.split(name.joined(separator: " "), into: &parts)
        (edit.firstName, edit.lastName, edit.suffix) = (parts.first, parts.last, parts.suffix)
    }

    /// Removes a label or scheme that is redundant because of the word's form.
    private static func withoutLabel(_ word: String) -> String {
        let label = ["birthday:", "bday:"].first(where: word.lowercased().hasPrefix) ?? ""
        return TypedText.withoutScheme(word.dropFirst(label.count).trimmed())
    }

    /// Splits a word that is written like a mail recipient: `Grace Hopper <grace@example.org>`.
    private static func parts(_ word: String) -> [String] {
        guard word.hasSuffix(">"), let start = word.lastIndex(of: "<") else {
            // “a@example.org, b@example.org”
            return word.contains("@") ? word.split { $0 == "," || $0 == ";" }.map(String.init) : [word]
        }
        let address = word[word.index(after: start)...].dropLast()
        guard address.contains("@"), !address.contains(where: \.isWhitespace) else { return [word] }
        return [word[..<start].filter { $0 != "\"" }, String(address)]
    }

    /// Consumes a date at the start of the words, and returns the number of words it spans.
    private mutating func takeDate(_ words: ArraySlice<String>) -> Int? {
        for count in [3, 2, 1] where words.count >= count {
            let text = words.prefix(count).joined(separator: " ")
            // A number that spans several words is a phone number; a year alone isn't a date.
            if count > 1, !text.contains(where: \.isLetter) { continue }
            guard text.contains(where: \.isNumber), isDay(text) else { continue }
            if let known = edit.birthday {
                problem =
                    "“\(known)” and “\(text)” are two dates. Say which is which with --birthday, --anniversary or --date."
            }
            edit.birthday = text
            return count
        }
        return nil
    }

    private func isDay(_ text: String) -> Bool {
        switch DateText(text, before: year) {
        case .date(let date): date.utf8.count == 10 || date.hasPrefix("--")
        // “12-34” may be an extension; a date without a year has a dot or the name of a month.
        case .open: text.contains(".") || text.contains("/") || text.split(whereSeparator: { !$0.isNumber }).count == 3
        case .none, .unreadable: Self.looksLikeDay(text)
        }
    }

    /// Returns whether a text looks like a day, even if that day doesn't exist: then it is rejected as a birthday
    /// rather than taken as a phone number.
    private static func looksLikeDay(_ text: String) -> Bool {
        // “31 Nov” is checked with a day that every month has.
        if text.contains(where: \.isLetter) {
            let tokens = text.split(whereSeparator: \.isWhitespace)
            let days = tokens.map { ["29", "30", "31"].contains($0.prefix { $0 != "." }) ? "1" : String($0) }
            guard case .date = DateText(days.joined(separator: " "), before: 9999) else { return false }
            return days.contains("1")
        }
        // With dashes, “12-34-5678” may be a phone number.
        let day = /--[0-9-]*|[0-9]{4}([.\/-])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([.\/])[0-9]{1,2}\2[0-9]{4}/
        return text.wholeMatch(of: day) != nil
    }

    /// Consumes a phone number, which may span several words.
    private mutating func takeNumber(_ words: ArraySlice<String>) -> Int? {
        let typed = TypedText(parsing: words.first ?? "")
        var number = typed.value
        guard Self.isNumber(number) else { return nil }
        var count = 1
        // A word with blanks or seven digits is a complete number; a plus sign or a zero starts a new one.
        if !number.contains(" ") {
            while let next = words.dropFirst(count).first, Self.isNumber(next), !next.hasPrefix("+"),
                !next.hasPrefix("0"),
                Self.digits(next) < 7 || Self.digits(number) < 5, Self.digits(number) + Self.digits(next) <= 15
            {
                number += " " + next
                count += 1
            }
        }
        guard Self.digits(number) >= 3 else { return nil }
        let field = ContactField.phones
        edit.added[field.name, default: []].append(ContactValue(number, types: typed.types))
        return count
    }

    private mutating func takeAddress(_ word: String) -> Int? {
        let typed = TypedText(parsing: word)
        if ["http://", "https://", "www."].contains(where: word.lowercased().hasPrefix) {
            edit.added[ContactField.urls.name, default: []].append(ContactValue(word))
        } else if typed.value.contains("@"), !typed.value.contains(where: \.isWhitespace) {
            edit.added[ContactField.emails.name, default: []].append(ContactValue(typed.value, types: typed.types))
        } else {
            return nil
        }
        return 1
    }

    private static func digits(_ text: String) -> Int { text.count { $0.isASCII && $0.isNumber } }

    private static func isNumber(_ text: String) -> Bool {
        // With an extension: “+1 212 555 0100 x12”.
        let text = text.replacing(/(?i) (x|ext\.?) ?[0-9]{1,6}$/, with: "")
        return digits(text) > 0 && text.allSatisfy { $0.isASCII && ($0.isNumber || " +()-./".contains($0)) }
    }
}
