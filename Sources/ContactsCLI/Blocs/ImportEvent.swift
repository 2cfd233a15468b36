/// What the import is told.
enum ImportEvent: Codable, Sendable {
    /// Files are to be imported.
    case requested(ImportRequest)
    /// Files are to be read only, to see what is in them.
    case previewed(ImportRequest)
}
