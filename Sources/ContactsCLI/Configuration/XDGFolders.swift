import Repository

/// The user's folders according to the XDG Base Directory Specification: empty and relative values are ignored.
struct XDGFolders: Sendable {
    let environment: [String: String]

    var home: String? { absolutePath("HOME") }

    var configuration: String? { folder("XDG_CONFIG_HOME", inHome: ".config") }

    var data: String? { folder("XDG_DATA_HOME", inHome: ".local/share") }

    /// The folder for state that persists between runs, such as drafts; nil if no variable names it.
    var state: String? { folder("XDG_STATE_HOME", inHome: ".local/state") }

    var bookRegistry: BookRegistry? { data.map { BookRegistry(folder: $0) } }

    private func folder(_ variable: String, inHome folder: String) -> String? {
        let base = absolutePath(variable) ?? home.map { "\($0)/\(folder)" }
        return base.map { "\($0)/contacts" }
    }

    private func absolutePath(_ variable: String) -> String? {
        guard var path = environment[variable], path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path == "/" ? "" : path
    }
}

extension ConfigurationError {
    /// Returns the error for when a user folder is needed but no variable names it.
    static func noFolder(for what: String, _ variable: String, _ advice: String = "Set HOME.") -> ConfigurationError {
        ConfigurationError("No folder for \(what): neither \(variable) nor HOME is an absolute path. \(advice)")
    }
}
