import Repository

/// The values of a contact's fields as a template has them.
struct ContactDraft: Equatable, Sendable {
    /// The values of the other fields; a field without a value is not in it.
    private var values: [ContactField: [ContactValue]] = [:]
    var addresses: [ContactAddress] = []

    init() {}

    init(_ contact: Contact) {
        addresses = contact.addresses
        for field in ContactField.editable where !field.isAddresses { self[field] = field.values(of: contact) }
    }

    /// The values of a field that isn't the addresses; a yes is the value “yes”.
    subscript(field: ContactField) -> [ContactValue] {
        get { values[field] ?? [] }
        set { values[field] = newValue.isEmpty ? nil : newValue }
    }

    func has(_ value: String, in field: ContactField) -> Bool { self[field].contains { $0.value == value } }

    /// The fields that have other values than in another draft.
    func changes(from old: ContactDraft) -> [ContactField] {
        ContactField.editable.filter { self[$0] != old[$0] || $0.isAddresses && addresses != old.addresses }
    }

    /// The difference to another draft of the same contact.
    func edit(from old: ContactDraft) -> ContactEdit {
        var edit = ContactEdit()
        for field in changes(from: old) {
            let new = self[field]
            switch field.input?.edit {
            case .text(let path)?: edit[keyPath: path] = new.first?.value ?? ""
            case .texts(let path)?: edit[keyPath: path] = new.map(\.value)
            case .values(let path)?: edit[keyPath: path] = new
            case .addresses?: edit.addresses = addresses
            case .flag(let path)?: edit[keyPath: path] = !new.isEmpty
            case nil: break
            }
        }
        return edit
    }
}

extension ContactField {
    fileprivate var isAddresses: Bool { if case .addresses = value { true } else { false } }
}
