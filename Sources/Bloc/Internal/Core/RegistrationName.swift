/// What a handler is called in reports: what it takes, and where it was registered.
///
/// The text is made when it is asked for: making it costs more than the rest of a registration.
struct RegistrationName: Sendable, CustomStringConvertible {
    /// The type of the events that it takes.
    let takes: any Any.Type
    let file: StaticString
    let line: UInt

    var description: String { "The handler for \(takes) registered at \(file):\(line)" }
}
