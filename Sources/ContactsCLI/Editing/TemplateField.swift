import Repository

/// A field of a contact that a template gives a line to, in the order of the template.
enum TemplateField: String, CaseIterable, Sendable {
    case title = "Title"
    case firstName = "First name"
    case middleName = "Middle name"
    case lastName = "Last name"
    case suffix = "Suffix"
    case formattedName = "Full name"
    case nickname = "Nickname"
    case gender = "Gender"
    case birthday = "Birthday"
    case anniversary = "Anniversary"
    case email = "E-mail"
    case phone = "Phone"
    case address = "Address"
    case organization = "Organization"
    case unit = "Unit"
    case jobTitle = "Job title"
    case role = "Role"
    case url = "URL"
    case group = "Group"
    case favorite = "Favorite"
    case note = "Note"

    /// What kind of value the field has.
    var kind: Kind {
        switch self {
        case .title: .text(\.name.title, \.title)
        case .firstName: .text(\.name.first, \.firstName)
        case .middleName: .text(\.name.middle, \.middleName)
        case .lastName: .text(\.name.last, \.lastName)
        case .suffix: .text(\.name.suffix, \.suffix)
        case .formattedName: .text(\.name.formatted, \.formattedName)
        case .nickname: .text(\.nickname, \.nickname)
        case .gender: .text(\.gender, \.gender)
        case .birthday: .text(\.birthday, \.birthday)
        case .anniversary: .text(\.anniversary, \.anniversary)
        case .email: .values(\.emails, \.emails)
        case .phone: .values(\.phones, \.phones)
        case .address: .addresses
        case .organization: .text(\.organization, \.organization)
        case .unit: .list(\.organizationUnits, \.organizationUnits)
        case .jobTitle: .text(\.jobTitle, \.jobTitle)
        case .role: .text(\.role, \.role)
        case .url: .list(\.urls, \.urls)
        case .group: .list(\.categories, \.categories)
        case .favorite: .flag
        case .note: .note
        }
    }

    /// A kind of value, with where it is kept in a contact and in an edit.
    enum Kind {
        case text(KeyPath<Contact, String?>, WritableKeyPath<ContactEdit, String?>)
        case list(KeyPath<Contact, [String]>, WritableKeyPath<ContactEdit, [String]?>)
        case values(KeyPath<Contact, [ContactValue]>, WritableKeyPath<ContactEdit, [ContactValue]?>)
        case addresses
        case flag
        case note
    }
}
