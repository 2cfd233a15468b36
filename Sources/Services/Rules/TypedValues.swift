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
        contact.birthday = contact.birthday.map(date)
        contact.anniversary = contact.anniversary.map(date)
        contact.phones = contact.phones.map(phone)
        return contact
    }

    /// Returns the edit with such values.
    func edit(_ edit: ContactEdit) -> ContactEdit {
        var edit = edit
        edit.birthday = edit.birthday.map(date)
        edit.anniversary = edit.anniversary.map(date)
        edit.dates = edit.dates?.map(dated)
        edit.phones = edit.phones?.map(phone)
        edit.replaced = edit.replaced.map(values)
        edit.added = values(edit.added)
        return edit
    }

    private func values(_ values: [String: [ContactValue]]) -> [String: [ContactValue]] {
        var values = values
        values["dates"] = values["dates"]?.map(dated)
        values["phones"] = values["phones"]?.map(phone)
        return values
    }

    private func dated(_ value: ContactValue) -> ContactValue {
        var value = value
        value.value = date(value.value)
        return value
    }

    private func phone(_ value: ContactValue) -> ContactValue {
        var value = value
        value.types = value.types.map { $0 == "mobile" ? "cell" : $0 }
        return value
    }
}
