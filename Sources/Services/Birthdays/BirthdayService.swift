/// Tells whose birthday comes next.
public protocol BirthdayService: Sendable {
    /// The next birthday of everybody who is wanted and has one.
    func birthdays(_ request: BirthdayRequest) async throws -> BirthdayList
}
