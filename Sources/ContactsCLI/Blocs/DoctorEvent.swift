import Services

/// What the examination is told.
enum DoctorEvent: Codable, Sendable {
    /// The program is to be examined.
    case requested(HealthRequest)
}
