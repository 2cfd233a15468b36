/// What is at a path.
public enum ConfigFileKind: Sendable {
    /// Nothing.
    case missing
    /// A file with contents.
    case regular
    /// A folder.
    case folder
    /// A pipe, a device, a socket: nothing that is read here.
    case special
}
