/// What a path leads to, links followed.
package enum FileKind: Equatable, Sendable {
    case file
    case folder
    /// A pipe, a socket or a device.
    case other

    /// The kind of what is at a path; `nil` if nothing is there or it can't be reached.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}
