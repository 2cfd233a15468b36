import XCConfig

/// A settings file that the command line names.
enum InputFile {
    /// Fails unless the file can be read.
    static func requireReadable(_ path: String) throws(Failure) {
        let files = LocalConfigFileSystem()
        let absolute = path.hasPrefix("/") ? path : "\(files.currentFolder)/\(path)"
        do {
            _ = try files.contents(ofPath: absolute, limit: IncludeLimits().fileBytes)
        } catch {
            throw failure(for: error, path: path)
        }
    }

    /// What to tell about a file that could not be read.
    static func failure(for error: ConfigFileError, path: String) -> Failure {
        let status: ExitStatus = error == .missing ? .noInput : .badData
        return Failure(status, "The file '\(path)' cannot be read: \(error.reason).")
    }
}
