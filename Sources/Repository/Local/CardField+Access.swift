// Plain branches: a key path that is not known where it is applied takes ten times as long as the field.
extension CardField {
    /// A field with a text or none.
    enum Text: Sendable {
        case title, first, middle, last, suffix, formatted, nickname, gender, phone, cell, birthday, anniversary
        case organization, jobTitle, role, note, nationality, pictureLarge, pictureMedium, pictureThumbnail, registered
        case uid
    }

    /// A field with any number of texts.
    enum Texts: Sendable {
        case units, urls, categories, lines
    }

    /// A field with any number of texts that have types.
    enum Values: Sendable {
        case emails, phones
    }
}

extension Contact {
    /// What the contact says in the field.
    subscript(field: CardField.Text) -> String? {
        get {
            switch field {
            case .title: name.title
            case .first: name.first
            case .middle: name.middle
            case .last: name.last
            case .suffix: name.suffix
            case .formatted: name.formatted
            case .nickname: nickname
            case .gender: gender
            case .phone: phone
            case .cell: cell
            case .birthday: birthday
            case .anniversary: anniversary
            case .organization: organization
            case .jobTitle: jobTitle
            case .role: role
            case .note: note
            case .nationality: nationality
            case .pictureLarge: picture.large
            case .pictureMedium: picture.medium
            case .pictureThumbnail: picture.thumbnail
            case .registered: registered
            case .uid: uid
            }
        }
        set {
            switch field {
            case .title: name.title = newValue
            case .first: name.first = newValue
            case .middle: name.middle = newValue
            case .last: name.last = newValue
            case .suffix: name.suffix = newValue
            case .formatted: name.formatted = newValue
            case .nickname: nickname = newValue
            case .gender: gender = newValue
            case .phone: phone = newValue
            case .cell: cell = newValue
            case .birthday: birthday = newValue
            case .anniversary: anniversary = newValue
            case .organization: organization = newValue
            case .jobTitle: jobTitle = newValue
            case .role: role = newValue
            case .note: note = newValue
            case .nationality: nationality = newValue
            case .pictureLarge: picture.large = newValue
            case .pictureMedium: picture.medium = newValue
            case .pictureThumbnail: picture.thumbnail = newValue
            case .registered: registered = newValue
            case .uid: uid = newValue
            }
        }
    }

    /// What the contact says in the field.
    subscript(field: CardField.Texts) -> [String] {
        get {
            switch field {
            case .units: organizationUnits
            case .urls: urls
            case .categories: categories
            case .lines: lines
            }
        }
        set {
            switch field {
            case .units: organizationUnits = newValue
            case .urls: urls = newValue
            case .categories: categories = newValue
            case .lines: lines = newValue
            }
        }
    }

    /// What the contact says in the field.
    subscript(field: CardField.Values) -> [ContactValue] {
        get {
            switch field {
            case .emails: emails
            case .phones: phones
            }
        }
        set {
            switch field {
            case .emails: emails = newValue
            case .phones: phones = newValue
            }
        }
    }
}
