public import Repository

/// Birthdays in the order in which they come, with what the user should be told.
public struct BirthdayList: Equatable, Codable, Sendable {
    /// The birthdays, the next one first, those of a day by the contacts' order.
    public var birthdays: [ContactBirthday]
    /// What the user should be told about how the list came about.
    public var notices: [RepositoryNotice]

    /// Creates a list.
    public init(birthdays: [ContactBirthday], notices: [RepositoryNotice] = []) {
        self.birthdays = birthdays
        self.notices = notices
    }
}
