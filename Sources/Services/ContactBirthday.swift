public import Repository

/// The next birthday of a contact.
public struct ContactBirthday: Hashable, Codable, Sendable {
    /// Whose it is.
    public var id: ContactID
    /// The person's name.
    public var name: PersonName
    /// The date of birth as the contact has it, `YYYY-MM-DD` or without a year `--MM-DD`.
    public var birthday: String
    /// The day of the next birthday, today at the earliest, as `YYYY-MM-DD`.
    public var next: String
    /// The days until then, 0 for today.
    public var days: Int
    /// How old the person becomes; `nil` when the year of birth is not known or still to come.
    public var age: Int?

    /// Creates the birthday of a contact.
    public init(id: ContactID, name: PersonName, birthday: String, next: String, days: Int, age: Int?) {
        self.id = id
        self.name = name
        self.birthday = birthday
        self.next = next
        self.days = days
        self.age = age
    }
}
