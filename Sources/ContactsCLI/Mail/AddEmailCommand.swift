import ArgumentParser
import Bloc
import Exchange
import Primitives
import Repository
import Services
import Synchronization

struct AddEmailCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-email",
        abstract: "Add the sender of an e-mail on standard input.",
        usage: "contacts add-email [--all] [--dry-run] [<options>] < message",
        discussion: """
            Reads an e-mail and adds the address in From with its name, unless a contact already has that address. \
            Prints the identifiers of new contacts, and reports by name who was added and who is already there. It is \
            all one step, which contacts undo reverts.

            In ~/.muttrc: macro index,pager A "<pipe-message>contacts add-email<enter>" "add the sender"

            EXAMPLES
              contacts add-email < message.eml
              contacts add-email --all --dry-run < message.eml
            """
    )

    @Flag(help: "Add everyone in From, Reply-To, To and Cc.")
    var all = false

    @Flag(name: [.customShort("n"), .long], help: "Print who would be added, and change nothing.")
    var dryRun = false

    var adding: Adding { dryRun ? .trial : .contacts }

    func run(in program: Program) async throws -> ExitStatus {
        if program.input.isTerminal {
            program.messages.note("Waiting for an e-mail on standard input; press Ctrl-D to finish.")
        }
        let header = try await Self.header(from: program.input)
        guard !header.isTooLong else {
            throw Failure(.badData, "The header of the message is larger than \(MailHeader.limit) bytes.")
        }
        let addresses = header.addresses(of: all ? ["from", "reply-to", "to", "cc"] : ["from"])
        guard !addresses.isEmpty else {
            let fields = all ? "From, Reply-To, To or Cc" : "From"
            throw Failure(
                .badData,
                "The text on standard input has no \(fields) with an address. Give it a whole message, as in: "
                    + "contacts add-email < message.eml"
            )
        }
        // Warn before anything is stored.
        for person in try await blocs.addEmail().content(of: AddEmailEvent(addresses: addresses, isTrial: true)).added {
            try await KnownName.warnings(for: person.contact.displayName, in: app).forEach(program.messages.warning)
        }
        let content = try await blocs.addEmail().content(of: AddEmailEvent(addresses: addresses, isTrial: dryRun))
        for person in content.known { program.messages.note("Already here: \(person.text).") }
        for person in content.added { program.messages.note("\(dryRun ? "Would add" : "Added") \(person.text).") }
        if !dryRun {
            for person in content.added { try program.output.write("\(person.contact.id)\n") }
        }
        return .success
    }

    /// Reads the header, and then the rest of the input, so that the writing program doesn't fail.
    private static func header(from input: Descriptor) async throws -> MailHeader {
        var header = MailHeader()
        while true {
            let bytes = try await input.next(limit: 65_536)
            if bytes.isEmpty { return header }
            header.take(bytes)
        }
    }
}

/// Adds the people in a mail whose addresses aren't in any contact, all in one step.
typealias AddEmailBloc = RepositoryLoadBloc<AddEmailEvent, AddEmailContent>

extension AddEmailBloc {
    static var key: BlocKey<AddEmailBloc> { BlocKey("add-email") }

    convenience init(list: any ContactListService, importing: any ImportService, manager: BlocManager) {
        self.init(key: Self.key, policy: .sequential) { event, _ in
            var content = AddEmailContent()
            for address in event.addresses {
                if let contact = try await Self.contact(with: address.address, in: list) {
                    content.known.append(AddEmailContent.Person(address: address, contact: contact))
                } else {
                    var contact = address.contact()
                    contact.id = ContactID(rawValue: UUID().uuidString.lowercased())
                    content.added.append(AddEmailContent.Person(address: address, contact: contact))
                }
            }
            guard !event.isTrial, !content.added.isEmpty else { return content }
            let rest = Mutex<[ImportedContact]?>(content.added.map { ImportedContact($0.contact) })
            _ = try await importing.importContacts(title: "add-email", duplicates: .skip) {
                rest.withLock { $0.take() }
            }
            manager.broadcast(ContactsChanged())
            return content
        }
    }

    private static func contact(with address: String, in list: any ContactListService) async throws -> Contact? {
        let key = address.lowercased()
        let term = ContactTerm(address, in: .email, isPhrase: true)
        var query = ContactQuery(limit: 200, filter: ContactFilter(expression: .term(term)))
        repeat {
            let page = try await list.contacts(query, policy: .cacheOnly)
            let found = page.contacts.first { contact in contact.emails.contains { $0.value.lowercased() == key } }
            if let found { return found }
            query.after = page.next
        } while query.after != nil
        return nil
    }
}

struct AddEmailEvent: Codable, Sendable {
    var addresses: [MailAddress]
    var isTrial = false
}

struct AddEmailContent: Equatable, Codable, Sendable {
    struct Person: Equatable, Codable, Sendable {
        var address: MailAddress
        var contact: Contact

        var text: String {
            let name = contact.displayName
            return name.isEmpty || name == address.address ? address.address : "\(name) <\(address.address)>"
        }
    }

    var added: [Person] = []
    var known: [Person] = []
}

/// The header of a mail (RFC 5322), read from a stream whose body is skipped.
struct MailHeader: Sendable {
    /// The maximum size of a header, in bytes.
    static let limit = 1_048_576

    private var bytes: [UInt8] = []
    private(set) var isComplete = false
    /// Whether the header exceeds the limit.
    private(set) var isTooLong = false
    private var hasText = false

    mutating func take(_ more: [UInt8]) {
        guard !isComplete, !isTooLong else { return }
        for byte in more where !isComplete {
            // Skip leading blank lines.
            isComplete = hasText && byte == 0x0A && bytes.last { $0 != 0x0D } == 0x0A
            hasText = hasText || byte != 0x0A && byte != 0x0D
            bytes.append(byte)
        }
        isTooLong = !isComplete && bytes.count > Self.limit
        if isTooLong { bytes = [] }
    }

    /// The fields in order, unfolded, with names in lower case.
    var fields: [(name: String, value: String)] {
        let text = String(decoding: FileDecoder.decodedText(bytes), as: UTF8.self)
        let unfolded = text.replacing(/\R+[ \t]\h*/, with: " ")
        return unfolded.split(whereSeparator: \.isNewline).compactMap { line in
            // In a mailbox, a line “From name date” precedes each mail.
            guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(where: \.isWhitespace) else {
                return nil
            }
            return (line[..<colon].lowercased(), String(line[line.index(after: colon)...]))
        }
    }

    /// Returns the distinct addresses in the named fields, in the order of `names`.
    func addresses(of names: [String]) -> [MailAddress] {
        let fields = fields
        var known: [String: Int] = [:]
        var found: [MailAddress] = []
        for name in names {
            for field in fields where field.name == name {
                for address in MailAddress.list(in: field.value) where address.isUsable {
                    let key = address.address.lowercased()
                    if let place = known[key] {
                        found[place].name = found[place].name ?? address.name
                    } else {
                        known[key] = found.count
                        found.append(address)
                    }
                }
            }
        }
        return found
    }
}
