import ArgumentParser
import Repository

/// The options that add single values to lists, take them away, or replace a whole list, such as `--add-email`,
/// `--remove-email` and `--only-email`.
struct ContactListOptions: ParsableArguments, Sendable {
    @OptionGroup
    var emails: ListOptions<EmailList>

    @OptionGroup
    var phones: ListOptions<PhoneList>

    @OptionGroup
    var urls: ListOptions<LinkList>

    @OptionGroup
    var units: ListOptions<UnitList>

    @OptionGroup
    var groups: ListOptions<GroupList>

    @OptionGroup
    var dates: ListOptions<DateList>

    @OptionGroup
    var relations: ListOptions<RelationList>

    @OptionGroup
    var messengers: ListOptions<MessengerList>

    @OptionGroup
    var profiles: ListOptions<ProfileList>

    @OptionGroup
    var members: ListOptions<MemberList>

    func change(_ edit: inout ContactEdit) {
        for change in [
            emails.change, phones.change, urls.change, units.change, groups.change, dates.change, relations.change,
            messengers.change, profiles.change, members.change,
        ] { change(&edit) }
    }
}

/// A list of a contact, as the type of its options.
protocol ListFieldName: Sendable {
    /// The field of the table, which gives the options their names.
    static var field: ContactField { get }
}

enum EmailList: ListFieldName { static var field: ContactField { .emails } }
enum PhoneList: ListFieldName { static var field: ContactField { .phones } }
enum LinkList: ListFieldName { static var field: ContactField { .field("urls") } }
enum UnitList: ListFieldName { static var field: ContactField { .units } }
enum GroupList: ListFieldName { static var field: ContactField { .categories } }
enum DateList: ListFieldName { static var field: ContactField { .field("dates") } }
enum RelationList: ListFieldName { static var field: ContactField { .field("relations") } }
enum MessengerList: ListFieldName { static var field: ContactField { .field("messengers") } }
enum ProfileList: ListFieldName { static var field: ContactField { .field("profiles") } }
enum MemberList: ListFieldName { static var field: ContactField { .field("members") } }

/// The options of one list; their names are made of the name of the field.
struct ListOptions<Name: ListFieldName>: ParsableArguments, Sendable {
    @Option(
        name: .customLong(Self.option("add")),
        help: ArgumentHelp("\(Self.help) to add to those there are. Repeatable.", valueName: Self.valueName)
    )
    var added: [String] = []

    @Option(
        name: .customLong(Self.option("remove")),
        help: ArgumentHelp("\(Self.help) to take away. Repeatable.", valueName: Self.valueName)
    )
    var removed: [String] = []

    @Option(
        name: .customLong(Self.option("only")),
        help: ArgumentHelp("\(Self.help) to have in place of all there are. Repeatable.", valueName: Self.valueName)
    )
    var only: [String] = []

    func validate() throws {
        for (verb, texts) in [("add", added), ("remove", removed), ("only", only)] {
            for text in texts {
                try ContactFieldOptions.requireText(
                    TypedText.value(text, of: Name.field).value,
                    option: Self.option(verb),
                    field: Name.field.optionName
                )
            }
        }
    }

    private static func option(_ verb: String) -> String { "\(verb)-\(Name.field.optionName)" }

    private static var help: String {
        switch Name.field.input?.rule {
        case .email?: "An e-mail address, as work:ada@example.com with a type,"
        case .phone?: "A telephone number, as work:+41 44 000 00 00 with a type,"
        case .link?: "A web address"
        case .group?: "A group"
        case .date?: "A date, as graduation:2009-06-13 with a label,"
        case .line(let noun)?: "A \(noun)"
        case .note?, .address?, .some(.none), nil: "A value"
        }
    }

    private static var valueName: String {
        switch Name.field.input?.rule {
        case .email?: "address"
        case .phone?: "number"
        case .link?: "url"
        case .group?: "name"
        default: "text"
        }
    }

    func change(_ edit: inout ContactEdit) {
        func values(_ texts: [String]) -> [ContactValue] { texts.map { TypedText.value($0, of: Name.field) } }
        if !added.isEmpty { edit.added[Name.field.name, default: []] += values(added) }
        if !removed.isEmpty { edit.removed[Name.field.name, default: []] += values(removed) }
        guard !only.isEmpty else { return }
        switch Name.field.input?.edit {
        case .values(let path)?: edit[keyPath: path] = values(only)
        case .texts(let path)?: edit[keyPath: path] = only
        case .text, .addresses, .flag, nil: break
        }
    }
}
