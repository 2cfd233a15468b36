import Repository

/// How far an import is.
enum ImportState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// So many contacts were read.
    case running(Int)
    /// All is stored.
    case finished(ImportSummary, ImportReport)
    /// All was read, and nothing stored.
    case previewed(ImportReport)
    /// Something went wrong; nothing was stored.
    case failure(ImportFailure)
}
