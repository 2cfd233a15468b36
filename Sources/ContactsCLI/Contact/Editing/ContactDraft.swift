import Repository

extension ContactField.Value {
    /// Whether these are the postal addresses.
    fileprivate var isAddresses: Bool { if case .addresses = self { true } else { false } }
}

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

    /// Whether the field has this value.
    func has(_ value: String, in field: ContactField) -> Bool {
        texts[field] == value || lists[field]?.contains(value) == true
            || values[field]?.contains { $0.value == value } == true
    }

    /// Whether the drafts have different values of the field.
    func differs(from other: ContactDraft, in field: ContactField) -> Bool {
        texts[field] != other.texts[field] || lists[field] ?? [] != other.lists[field] ?? []
            || values[field] ?? [] != other.values[field] ?? [] || flags.contains(field) != other.flags.contains(field)
            || field.value.isAddresses && addresses != other.addresses
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
