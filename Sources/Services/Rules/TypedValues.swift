import Primitives
import Repository

/// Values as people type them, in the form in which they are stored: dates as in ISO 8601, and vCard's word for mobile numbers.
struct TypedValues {
    /// The order of numeric dates; `nil` where the locale has none.
    let order: DateOrder?
    /// The current year, which two-digit years are not after.
    static let year = UTCDate(milliseconds: Date().milliseconds).flatMap { Int($0.day.prefix(4)) } ?? 2_000

    /// Returns the date in ISO 8601; text that is no date, or has two meanings, stays as it is, for the rules to refuse.
    func date(_ text: String) -> String {
        switch DateText(text, before: Self.year) {
        case .date(let date): return date
        case .none, .unreadable: return text
        case .open(let dates):
            let meanings = Set(dates.values)
            return order.flatMap { dates[$0] } ?? (meanings.count == 1 ? meanings.first : nil) ?? text
        }
    }

    /// Returns the contact with such values.
    func contact(_ contact: Contact) -> Contact {
        var contact = contact
        for field in [ContactField.birthday, .anniversary, .phones] {
            field.set(values(field.values(of: contact), of: field), in: &contact)
        }
        return contact
    }

    /// Returns the edit with such values.
    func edit(_ edit: ContactEdit) -> ContactEdit {
        var edit = edit
        for field in ContactField.all {
            edit[field] = edit[field].map { values($0, of: field) }
            edit.replaced[field.name] = edit.replaced[field.name].map { values($0, of: field) }
            edit.added[field.name] = edit.added[field.name].map { values($0, of: field) }
        }
        return edit
    }

    private func values(_ values: [ContactValue], of field: ContactField) -> [ContactValue] {
        values.map { value in
            var value = value
            switch field.input?.rule {
            case .date?: value.value = date(value.value)
            case .phone?: value.types = value.types.map { $0 == "mobile" ? "cell" : $0 }
            default: break
            }
            return value
        }
    }
}
