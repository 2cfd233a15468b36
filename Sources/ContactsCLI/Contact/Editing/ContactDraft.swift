import Repository

/// What a template says about a contact.
struct ContactDraft: Equatable, Sendable {
    /// The texts; a field without one has no value.
    var texts: [TemplateField: String] = [:]
    /// The lists of texts.
    var lists: [TemplateField: [String]] = [:]
    /// E-mail addresses and telephone numbers.
    var values: [TemplateField: [ContactValue]] = [:]
    var addresses: [ContactAddress] = []
    var isFavorite = false

    /// An empty draft.
    init() {}

    /// The draft that says what the contact is.
    init(_ contact: Contact) {
        for field in TemplateField.allCases {
            switch field.kind {
            case .text(let path, _): texts[field] = contact[keyPath: path]
            case .list(let path, _): lists[field] = contact[keyPath: path]
            case .values(let path, _): values[field] = contact[keyPath: path]
            case .addresses: addresses = contact.addresses
            case .flag: isFavorite = contact.isFavorite
            case .note: texts[field] = contact.note
            }
        }
    }

    /// What was changed since another draft of the same contact.
    func edit(from old: ContactDraft) -> ContactEdit {
        var edit = ContactEdit()
        for field in TemplateField.allCases {
            switch field.kind {
            case .text(_, let path):
                if texts[field] != old.texts[field] { edit[keyPath: path] = texts[field] ?? "" }
            case .list(_, let path):
                let new = lists[field] ?? []
                if new != old.lists[field] ?? [] { edit[keyPath: path] = new }
            case .values(_, let path):
                let new = values[field] ?? []
                if new != old.values[field] ?? [] { edit[keyPath: path] = new }
            case .addresses:
                if addresses != old.addresses { edit.addresses = addresses }
            case .flag:
                if isFavorite != old.isFavorite { edit.isFavorite = isFavorite }
            case .note:
                if texts[field] != old.texts[field] { edit.note = texts[field] ?? "" }
            }
        }
        return edit
    }
}
