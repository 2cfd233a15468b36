import Repository

/// How far an import is.
enum ImportState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// Files are being read.
    case running(ImportProgress)
    /// All is stored.
    case finished(ImportSummary, ImportReport)
    /// All was read, and nothing stored.
    case previewed(ImportReport)
    /// Something went wrong; nothing was stored.
    case failure(ImportFailure)
}
