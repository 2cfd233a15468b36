import Repository

/// The values of a contact's fields as a template has them.
struct ContactDraft: Equatable, Sendable {
    /// The texts; a field without one has no value.
    var texts: [ContactField: String] = [:]
    /// The lists of texts.
    var lists: [ContactField: [String]] = [:]
    /// E-mail addresses and telephone numbers.
    var values: [ContactField: [ContactValue]] = [:]
    var addresses: [ContactAddress] = []
    /// The fields that are “yes”.
    var flags: Set<ContactField> = []

    /// Creates an empty draft.
    init() {}

    /// Creates the draft of a contact.
    init(_ contact: Contact) {
        for field in ContactField.editable {
            switch field.value {
            case .text(let text): texts[field] = text.get(contact)
            case .texts(let texts): lists[field] = texts.get(contact)
            case .values(let values): self.values[field] = values.get(contact)
            case .addresses: addresses = contact.addresses
            case .flag(let flag): if flag.get(contact) { flags.insert(field) }
            case .photo, .name, .address, .picture: break
            }
        }
    }

    /// The difference to another draft of the same contact.
    func edit(from old: ContactDraft) -> ContactEdit {
        var edit = ContactEdit()
        for field in ContactField.editable {
            switch field.input?.edit {
            case .text(let path)?:
                if texts[field] != old.texts[field] { edit[keyPath: path] = texts[field] ?? "" }
            case .texts(let path)?:
                let new = lists[field] ?? []
                if new != old.lists[field] ?? [] { edit[keyPath: path] = new }
            case .values(let path)?:
                let new = values[field] ?? []
                if new != old.values[field] ?? [] { edit[keyPath: path] = new }
            case .addresses?:
                if addresses != old.addresses { edit.addresses = addresses }
            case .flag(let path)?:
                let isSet = flags.contains(field)
                if isSet != old.flags.contains(field) { edit[keyPath: path] = isSet }
            case nil: break
            }
        }
        return edit
    }
}
