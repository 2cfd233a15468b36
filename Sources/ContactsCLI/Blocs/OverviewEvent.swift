/// What the numbers of everything are told.
enum OverviewEvent: Codable, Sendable {
    /// They were asked for.
    case requested
}
