import ArgumentParser
import Exchange
import Primitives
import Repository

/// The output formats for contacts: those of every report, and vCards.
enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case table
    case plain
    case tsv
    case csv
    case json
    case ndjson
    case vcard
    case jcard
    case yaml

    /// Whether the format can print selected fields; a card is always whole.
    var takesFields: Bool { self != .vcard && self != .jcard }

    /// Returns the default format: a table for people, tab-separated lines for programs.
    static func standard(for screen: Screen) -> ListFormat {
        screen.isTerminal ? .table : .tsv
    }

    /// The default columns of line formats; new ones are only ever appended.
    static let columns: [ContactField] = [
        .id, .first, .last, .email, .phone, .cell, .birthday, .city, .country, .nationality, .name,
    ]

    /// Returns a writer for this format, whose output goes to `screen`; if `hasHeader` is `nil`, the format decides.
    func writer(
        of report: Report<Contact> = .contacts,
        for screen: Screen,
        hasHeader: Bool? = nil
    ) -> any ReportWriter<Contact> {
        switch self {
        case .vcard: return VCardFormat(isForTerminal: screen.isTerminal)
        case .jcard: return JCardFormat(isForTerminal: screen.isTerminal)
        default:
            let format = ReportFormat(rawValue: rawValue) ?? .standard(for: screen)
            return format.writer(of: report, for: screen, hasHeader: hasHeader)
        }
    }
}

extension Report where Row == Contact {
    static var contacts: Report {
        var report = Report(ContactField.everything)
        report.lines = Table(ListFormat.columns.map(Column.init))
        report.table = Table([
            TextColumn(title: "ID", narrowest: 8, style: .faint): { String($0.id.rawValue.prefix(8)) },
            TextColumn(title: "NAME", narrowest: 14): { $0.displayName },
            TextColumn(title: "E-MAIL", narrowest: 20, cutAfter: 3): { $0.email ?? "" },
            TextColumn(title: "PHONE", narrowest: 13, dropPriority: 4): { $0.phone ?? $0.cell ?? "" },
            TextColumn(title: "BIRTHDAY", narrowest: 10, dropPriority: 3): { $0.birthday ?? "" },
            TextColumn(title: "CITY", narrowest: 7, dropPriority: 2): { $0.address.city ?? "" },
            TextColumn(title: "COUNTRY", narrowest: 7, dropPriority: 1): { $0.address.country ?? "" },
        ])
        let uncut: [ContactField] = [.id, .name, .email, .phone, .birthday, .city, .country]
        report.plain = Table(uncut.map(Column.init))
        report.text = { contact, screen in ContactDetails.text(of: contact, on: screen, today: WallCalendar().today) }
        return report
    }

    init(_ fields: [ContactField]) { self.init(fields.map(Column.init)) }
}

extension Report<Contact>.Column {
    init(_ field: ContactField) {
        self.init(key: field.name, aliases: field.output?.aliases ?? [], value: field.value, text: field.text)
    }
}

struct OutputOptions: ParsableArguments, Sendable {
    @Option(help: .value("format", "The output format; by default a table on a terminal, else tsv."))
    var format: ListFormat?

    @OptionGroup var fields: FieldOptions

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "Print only the identifiers, each followed by a zero byte, for xargs -0."
    )
    var areIdentifiers = false

    func validate() throws {
        try fields.validate(format: format)
        if areIdentifiers, format != nil || fields.json || fields.fields != nil {
            throw ValidationError("--null prints only identifiers. Leave out --format, --fields and --json.")
        }
    }

    /// Returns a writer for the options; `namesBook` means that the contacts come from several books.
    func writer(for screen: Screen, namesBook: Bool = false) throws -> any ReportWriter<Contact> {
        if areIdentifiers {
            return FramedWriter<Contact> { contact, bytes in bytes += Array(contact.id.rawValue.utf8) + [0] }
        }
        let format = format ?? (fields.json ? .json : .standard(for: screen))
        let report = try fields.contacts(namingBook: namesBook)
        return format.writer(of: report, for: fields.screen(screen), hasHeader: fields.header)
    }
}

extension FieldOptions {
    /// Returns a report of the requested contact fields.
    ///
    /// `namesBook` means that the contacts come from several books; the book's name then follows all fields.
    func contacts(namingBook namesBook: Bool) throws(Failure) -> Report<Contact> {
        guard let names else { return .contacts.namingBook(namesBook, \.book) }
        let fields = names.filter { FieldName.key($0) != "book" }
        guard namesBook || fields == names else {
            throw Failure(.usage, "The field “book” needs several books. Add --book all, or leave it out.")
        }
        return try Report(ContactField.shown).choosing(fields).namingBook(namesBook, \.book)
    }

    /// Rejects fields that contacts don't have, and a format that contradicts --json or --fields.
    func validate(format: ListFormat?) throws {
        do throws(Failure) { _ = try contacts(namingBook: true) } catch { throw ValidationError(error.message) }
        if fields != nil, let format, !format.takesFields {
            throw ValidationError(
                "A \(format.rawValue) always has every field. Leave out --fields, or give another --format."
            )
        }
        try validate(isJSON: format.map { $0 == .json || $0 == .ndjson }, format: format?.rawValue)
    }
}

extension ContactField {
    static let names = shown.map(\.name)

    /// Returns the value as one string: several values are separated by semicolons, and a missing value is empty.
    func text(of contact: Contact) -> String {
        switch value {
        case .text(let text): text.get(contact) ?? ""
        case .flag(let flag): flag.get(contact) ? "yes" : "no"
        default: values(of: contact).map(\.value).joined(separator: "; ")
        }
    }

    /// Returns the values in the field, each with its types; a flag that is set is “yes”.
    func values(of contact: Contact) -> [ContactValue] {
        let texts: [String?]
        switch value {
        case .values(let values): return values.get(contact)
        case .addresses:
            return contact.addresses.map {
                ContactValue(AddressText.line(of: $0.address), types: $0.types, isPreferred: $0.isPreferred)
            }
        case .text(let text): texts = [text.get(contact)]
        case .texts(let list): texts = list.get(contact)
        case .flag(let flag): texts = [flag.get(contact) ? "yes" : nil]
        case .name: texts = [contact.displayName]
        case .address: texts = [AddressText.line(of: contact.address)]
        case .picture: texts = [contact.picture.best]
        case .photo:
            texts =
                switch contact.photo {
                case nil: []
                case .uri(let uri): [uri]
                case .data(let mediaType, _): [mediaType]
                }
        }
        return texts.compactMap { $0.map { ContactValue($0) } }
    }
}

extension PictureLinks {
    /// The URL of the largest picture.
    var best: String? { large ?? medium ?? thumbnail }
}
