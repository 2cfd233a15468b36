/// All errors and warnings of the settings.
struct ConfigurationReport: Hashable, Sendable {
    /// The errors, which keep the program from running, one line each.
    let errors: [String]
    let warnings: [String]

    /// Checks the settings as the program would use them.
    init(checking loader: ConfigurationLoader, flags: ConfigurationFlags) {
        do {
            let loaded = try loader.load(flags: flags)
            warnings = loaded.warnings
            do {
                _ = try loaded.configuration
                errors = []
            } catch {
                errors = error.problems
            }
        } catch {
            errors = error.problems
            warnings = error.warnings
        }
    }

    /// One line for each finding, errors first.
    var lines: [String] {
        errors.map { "error: \($0)" } + warnings.map { "warning: \($0)" }
    }
}
