/// What is wrong or doubtful with the settings, all of it.
struct ConfigurationReport: Hashable, Sendable {
    /// What keeps the program from running, one line each.
    let errors: [String]
    /// What is doubtful, one line each.
    let warnings: [String]

    /// Checks the settings as they would be used.
    ///
    /// - Parameters:
    ///   - loader: Where the settings are.
    ///   - flags: What the command line says.
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
