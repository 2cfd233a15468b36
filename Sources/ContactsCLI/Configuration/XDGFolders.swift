/// The folders of the user, by the XDG base directory rules: values that are empty or relative count for nothing.
struct XDGFolders: Sendable {
    private let environment: [String: String]

    init(environment: [String: String]) {
        self.environment = environment
    }

    /// The folder of the user; nil when `HOME` does not tell an absolute path.
    var home: String? { absolutePath("HOME") }

    /// Where the program's settings are; nil when no variable tells.
    var configuration: String? { folder("XDG_CONFIG_HOME", inHome: ".config") }

    /// Where the program's data are; nil when no variable tells.
    var data: String? { folder("XDG_DATA_HOME", inHome: ".local/share") }

    /// Where what should outlast a run is, such as drafts; nil when no variable tells.
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
