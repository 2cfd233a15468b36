/// Finds the database file.
struct DatabaseLocation: Sendable {
    let folders: XDGFolders
    let currentFolder: String

    /// The absolute path for a setting.
    ///
    /// A relative path in a file starts at the file's folder, elsewhere at the working folder.
    /// - Throws: When the path needs the user's folder and there is none.
    func path(for setting: Setting, in environment: AppEnvironment) throws(ConfigurationError) -> String {
        let value = setting.value
        if value == ":memory:" || value.hasPrefix("/") { return value }
        if value.isEmpty {
            guard let data = folders.data else {
                throw ConfigurationError(
                    "There is no place for the database: neither XDG_DATA_HOME nor HOME is an absolute path. "
                        + "Set HOME, or name a file with --db."
                )
            }
            return "\(data)/\(environment.databaseName)"
        }
        if value == "~" || value.hasPrefix("~/") {
            guard let home = folders.home else {
                throw ConfigurationError(
                    setting.problem(
                        "HOME is not an absolute path, so that '~' stands for nothing; write the whole path."
                    )
                )
            }
            return home + value.dropFirst()
        }
        let folder = setting.folder ?? currentFolder
        return (folder == "/" ? "" : folder) + "/" + value
    }
}
