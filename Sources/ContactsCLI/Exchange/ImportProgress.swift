/// How far the files of an import are read.
struct ImportProgress: Equatable, Codable, Sendable {
    /// The contacts that were read.
    var contacts = 0
    /// The bytes that were read.
    var bytes = 0
    /// The bytes of all files; `nil` when one of them has no size that is known before.
    var bytesTotal: Int?
}
