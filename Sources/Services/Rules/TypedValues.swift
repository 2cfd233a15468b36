import Primitives
import Repository

/// Values as people type them, in the form in which they are stored: dates as in ISO 8601, and vCard's word for mobile numbers.
struct TypedValues {
    /// The order of numeric dates; `nil` where the locale has none.
    let order: DateOrder?
    /// The current year, which two-digit years are not after.
    private let year = UTCDate(milliseconds: Date().milliseconds).flatMap { Int($0.day.prefix(4)) } ?? 2_000

    /// Returns the date in ISO 8601; text that is no date stays as it is, for the rules to refuse.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` for a date of two meanings.
    func date(_ text: String) throws -> String {
        switch DateText(text, before: year) {
        case .date(let date): return date
        case .none, .unreadable: return text
        case .open(let dates):
            let meanings = Set(dates.values)
            if let date = order.flatMap({ dates[$0] }) ?? (meanings.count == 1 ? meanings.first : nil) { return date }
            throw ContactTextRules.invalid(
                "“\(text)” may mean \(meanings.sorted().joined(separator: " or ")). Write it like that, or name the month."
            )
        }
    }

    /// Returns the contact with such values.
    func contact(_ contact: Contact) throws -> Contact {
        var contact = contact
        contact.birthday = try contact.birthday.map(date)
        contact.anniversary = try contact.anniversary.map(date)
        contact.phones = contact.phones.map(phone)
        return contact
    }

    /// Returns the edit with such values.
    func edit(_ edit: ContactEdit) throws -> ContactEdit {
        var edit = edit
        edit.birthday = try edit.birthday.map(date)
        edit.anniversary = try edit.anniversary.map(date)
        edit.dates = try edit.dates?.map(dated)
        edit.phones = edit.phones?.map(phone)
        edit.replaced = try edit.replaced.map(values)
        edit.added = try values(edit.added)
        return edit
    }

    private func values(_ values: [String: [ContactValue]]) throws -> [String: [ContactValue]] {
        var values = values
        values["dates"] = try values["dates"]?.map(dated)
        values["phones"] = values["phones"]?.map(phone)
        return values
    }

    private func dated(_ value: ContactValue) throws -> ContactValue {
        var value = value
        value.value = try date(value.value)
        return value
    }

    private func phone(_ value: ContactValue) -> ContactValue {
        var value = value
        value.types = value.types.map { $0 == "mobile" ? "cell" : $0 }
        return value
    }
}
