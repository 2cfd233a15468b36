import Services

/// What the view of birthdays is told.
enum BirthdayEvent: Codable, Sendable {
    /// Birthdays were asked for.
    case requested(BirthdayRequest)
}
