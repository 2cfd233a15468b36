/// What one file says, its includes not followed yet.
struct ParsedConfigFile: Sendable {
    /// The statements in the order of the file.
    var statements: [ConfigStatement]
    /// What is wrong with the file, in the order of the file.
    var diagnostics: [ConfigDiagnostic]
}
