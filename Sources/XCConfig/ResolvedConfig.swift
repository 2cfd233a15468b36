/// What a file and its includes say, with every reference resolved.
public struct ResolvedConfig: Sendable {
    /// The values by key.
    ///
    /// Every key that a file assigns to is here, empty when none of its conditions match; only what cannot be resolved
    /// for its size is missing.
    public var values: [String: ResolvedValue]
    /// What is wrong or doubtful.
    public var diagnostics: [ConfigDiagnostic]
    /// The files that were read, the entry first, and optional ones that were named by an absolute path and missing.
    public var files: [SourceFile]
    /// The keys that other keys refer to by name.
    public var referencedKeys: Set<String>

    /// Whether something is wrong, rather than only doubtful.
    public var hasErrors: Bool {
        diagnostics.contains { $0.severity == .error }
    }

    /// The value of a key; nil when no assignment to it matched.
    public subscript(key: String) -> ResolvedValue? {
        guard let value = values[key], value.file != nil else { return nil }
        return value
    }
}
