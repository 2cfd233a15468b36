/// The kind of file at a path, after following links.
package enum FileKind: Equatable, Sendable {
    case file
    case folder
    /// A pipe, a socket or a device.
    case other

    /// Determines the kind of file at a path; `nil` if it doesn't exist or can't be reached.
    package init?(path: String) {
        var status = stat()
        // The system would cut the path off at a zero byte, and examine a different file.
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    package init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}
