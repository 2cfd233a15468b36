/// What was typed in place of what the source says; an empty text is a cleared field, `nil` leaves the source's.
package struct ContactOverride: Equatable, Sendable {
    package var first: String?
    package var last: String?
    package var email: String?
    package var phone: String?

    package init(first: String? = nil, last: String? = nil, email: String? = nil, phone: String? = nil) {
        self.first = first
        self.last = last
        self.email = email
        self.phone = phone
    }

    /// Whether nothing is overridden.
    package var isEmpty: Bool { self == ContactOverride() }

    /// Takes the edit in; a field that is set to what the source says is no longer overridden.
    package mutating func apply(_ edit: ContactEdit, to base: Contact) {
        func merge(_ new: String?, _ old: inout String?, _ source: String?) {
            guard let new else { return }
            old = new == source ?? "" ? nil : new
        }
        merge(edit.firstName, &first, base.name.first)
        merge(edit.lastName, &last, base.name.last)
        merge(edit.email, &email, base.email)
        merge(edit.phone, &phone, base.phone)
    }

    /// The contact as it is shown, given what the source says.
    package func applied(to base: Contact) -> Contact {
        guard !isEmpty else { return base }
        var shown = base
        func replace(_ field: inout String?, _ value: String?) {
            guard let value, value != field ?? "" else { return }
            field = value.isEmpty ? nil : value
            shown.isEdited = true
        }
        var (name, email, phone) = (shown.name, shown.email, shown.phone)
        replace(&name.first, first)
        replace(&name.last, last)
        replace(&email, self.email)
        replace(&phone, self.phone)
        (shown.name, shown.email, shown.phone) = (name, email, phone)
        return shown
    }
}
