import Repository

/// The folders of the user, by the XDG base directory rules: empty and relative values are ignored.
struct XDGFolders: Sendable {
    let environment: [String: String]

    var home: String? { absolutePath("HOME") }

    var configuration: String? { folder("XDG_CONFIG_HOME", inHome: ".config") }

    var data: String? { folder("XDG_DATA_HOME", inHome: ".local/share") }

    /// The folder of state that outlasts a run, such as drafts; nil when no variable names it.
    var state: String? { folder("XDG_STATE_HOME", inHome: ".local/state") }

    /// The registry of the books; nil when no variable names the folder of data.
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
    /// The error of what needs a folder of the user when no variable names one.
    static func noFolder(for what: String, _ variable: String, _ advice: String = "Set HOME.") -> ConfigurationError {
        ConfigurationError("No folder for \(what): neither \(variable) nor HOME is an absolute path. \(advice)")
    }
}
