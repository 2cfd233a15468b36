/// What becomes of an imported contact that is here already.
public enum DuplicateRule: String, CaseIterable, Codable, Sendable {
    /// The one that is here takes on what the imported one says; what that says nothing about stays.
    case update
    /// The one that is here stays as it is.
    case skip
    /// The imported one is added beside it.
    case keep
}
