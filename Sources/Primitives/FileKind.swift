/// What a path leads to, links followed.
package enum FileKind: Equatable, Sendable {
    case file
    case folder
    /// A pipe, a socket or a device.
    case other

    /// The kind of what is at a path; `nil` if nothing is there or it can't be reached.
    package init?(path: String) {
        var status = stat()
        // The system would cut the path off at a zero byte, and look at another file.
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
