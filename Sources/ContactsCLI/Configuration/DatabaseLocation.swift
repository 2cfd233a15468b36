struct DatabaseLocation: Sendable {
    let folders: XDGFolders
    let currentFolder: String

    /// The absolute path for a setting.
    ///
    /// A relative path in a file starts at the file's folder, elsewhere at the working folder.
    func path(for setting: Setting, in environment: AppEnvironment) throws(ConfigurationError) -> String {
        let value = setting.value
        if value == ":memory:" { return value }
        if value.isEmpty {
            guard let data = folders.data else {
                throw ConfigurationError(
                    "No folder for the database: neither XDG_DATA_HOME nor HOME is an absolute path. "
                        + "Set HOME, or give a file with --db."
                )
            }
            return "\(data)/\(environment.databaseName)"
        }
        return try absolutePath(for: setting)
    }

    /// The absolute path that a setting names; a relative one starts as for the database.
    func absolutePath(for setting: Setting) throws(ConfigurationError) -> String {
        let value = setting.value
        if value.hasPrefix("/") { return value }
        if value == "~" || value.hasPrefix("~/") {
            guard let home = folders.home else {
                throw ConfigurationError(
                    setting.problem(
                        "'~' needs HOME, which is not an absolute path. Write the whole path."
                    )
                )
            }
            return home + value.dropFirst()
        }
        let folder = setting.folder ?? currentFolder
        return (folder == "/" ? "" : folder) + "/" + value
    }
}

/// The folders of the user, by the XDG base directory rules: empty and relative values are ignored.
struct XDGFolders: Sendable {
    let environment: [String: String]

    var home: String? { absolutePath("HOME") }

    var configuration: String? { folder("XDG_CONFIG_HOME", inHome: ".config") }

    var data: String? { folder("XDG_DATA_HOME", inHome: ".local/share") }

    /// The folder of state that outlasts a run, such as drafts; nil when no variable names it.
    var state: String? { folder("XDG_STATE_HOME", inHome: ".local/state") }

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
