struct ConfigurationReport: Hashable, Sendable {
    let errors: [String]
    let warnings: [String]

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

    var lines: [String] {
        errors.map { "error: \($0)" } + warnings.map { "warning: \($0)" }
    }
}
