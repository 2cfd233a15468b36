/// Path operations on text, which never access the file system.
///
/// Results have no empty components: `//a///b/` becomes `/a/b`.
package enum PathText {
    private static let slash = UInt8(ascii: "/")

    static func isAbsolute(_ path: String) -> Bool {
        path.utf8.first == slash
    }

    /// Returns the path without empty components or a trailing slash.
    static func normalizingSlashes(_ path: String) -> String {
        join(components(of: path), isAbsolute: isAbsolute(path))
    }

    /// Returns the folder: empty for a single name, `/` for the root and the files in it.
    static func folder(of path: String) -> String {
        join(components(of: path).dropLast(), isAbsolute: isAbsolute(path))
    }

    /// Returns the folder with a trailing slash; `./` for a single name.
    static func folderWithSlash(of path: String) -> String {
        let folder = folder(of: path)
        if folder.isEmpty { return "./" }
        return folder.utf8.last == slash ? folder : folder + "/"
    }

    /// Returns the last component; `/` for the root.
    static func lastComponent(of path: String) -> String {
        components(of: path).last.map(String.init) ?? normalizingSlashes(path)
    }

    /// Returns the last component's extension without the dot; `nil` if there is none, as for `.name` and `..`.
    static func fileExtension(of path: String) -> String? {
        guard let name = components(of: path).last, let dot = extensionDot(in: name) else { return nil }
        return String(name[name.utf8.index(after: dot)...])
    }

    /// Returns the last component without its extension.
    static func stem(of path: String) -> String {
        let name = lastComponent(of: path)
        guard let dot = extensionDot(in: name[...]) else { return name }
        return String(name[..<dot])
    }

    /// Returns the whole path without its extension.
    static func withoutExtension(_ path: String) -> String {
        guard fileExtension(of: path) != nil else { return normalizingSlashes(path) }
        return joining(folder(of: path), stem(of: path))
    }

    /// Returns the second path relative to the first, or just the second one if it is absolute.
    static func joining(_ first: String, _ second: String) -> String {
        if first.isEmpty || isAbsolute(second) { return normalizingSlashes(second) }
        return join(components(of: first) + components(of: second), isAbsolute: isAbsolute(first))
    }

    /// Returns the path without `.` components and, if it is absolute, without `..` components.
    package static func standardized(_ path: String) -> String {
        guard isAbsolute(path) else {
            return join(components(of: path).filter { $0 != "." }, isAbsolute: false)
        }
        return join(lexicalComponents(of: path), isAbsolute: true)
    }

    /// Returns the path relative to a folder, where both are absolute; `.` if they are the same.
    static func relative(_ path: String, to folder: String) -> String {
        let target = lexicalComponents(of: path)
        let start = lexicalComponents(of: folder)
        let shared = zip(target, start).prefix { $0 == $1 }.count
        let steps = Array(repeating: Substring(".."), count: start.count - shared) + target.dropFirst(shared)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }

    /// Returns whether an absolute path is inside an absolute folder, at any depth.
    static func isAncestor(_ folder: String, of path: String) -> Bool {
        guard isAbsolute(folder), isAbsolute(path) else { return false }
        let outer = components(of: folder)
        let inner = components(of: path)
        return inner.count > outer.count && inner.starts(with: outer)
    }

    private static func components(of path: String) -> [Substring] {
        // Split bytes: splitting characters takes ten times as long.
        path.utf8.split(separator: slash).map { Substring($0) }
    }

    private static func lexicalComponents(of path: String) -> [Substring] {
        var result: [Substring] = []
        for component in components(of: path) {
            switch component {
            case ".": break
            case "..": _ = result.popLast()
            default: result.append(component)
            }
        }
        return result
    }

    private static func join(_ components: some Sequence<Substring>, isAbsolute: Bool) -> String {
        (isAbsolute ? "/" : "") + components.joined(separator: "/")
    }

    private static func extensionDot(in name: Substring) -> Substring.Index? {
        guard name != "..", let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
            return nil
        }
        return dot
    }
}
