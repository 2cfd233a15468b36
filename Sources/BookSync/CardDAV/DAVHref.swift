import Primitives
import Repository

/// The address of a collection, with the rules for comparing the hrefs that servers write.
///
/// An href is sent back exactly as the server wrote it; two are compared after decoding their percent escapes once.
struct DAVCollection: Sendable {
    /// The origin, and the path as the server writes it, ending with a slash.
    let origin: String
    let path: String
    private let decodedPath: String

    /// Creates a collection; `nil` if the text isn't an http or https URL.
    init?(url: String) {
        let address = HTTPAddress(url)
        guard let origin = address.origin else { return nil }
        self.origin = origin
        let target = address.requestTarget.prefix { $0 != "?" }
        path = target.hasSuffix("/") ? String(target) : target + "/"
        decodedPath = HexEscapes.percentDecoded(path)
    }

    var url: String { origin + path }
    /// The address for display, without the scheme's default port.
    var shown: String { HTTPAddress(url).shownOrigin + path }

    /// The last part of the path, decoded.
    var name: String { HexEscapes.percentDecoded(path.split(separator: "/").last ?? "") }

    /// The paths of the enclosing folders, innermost first, without the root.
    var foldersAbove: [String] {
        let parts = path.split(separator: "/")
        return (0..<parts.count).dropFirst().reversed().prefix(4).map { "/\(parts.prefix($0).joined(separator: "/"))/" }
    }

    /// Returns the raw path of an href; `nil` if it has another origin or isn't a path.
    func rawPath(_ href: String) -> String? {
        guard !href.isEmpty, href.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        if href.contains("://") {
            let address = HTTPAddress(href)
            return address.origin == origin ? address.requestTarget : nil
        }
        if href.utf8.starts(with: "//".utf8) { return nil }
        return href.utf8.first == UInt8(ascii: "/") ? href : path + href
    }

    enum Place: Equatable {
        case collection
        /// An item directly in it, with the path as the server wrote it and the key for comparing.
        case item(path: String, key: String)
        /// A collection in it.
        case folder
        /// Anything outside of it.
        case outside
    }

    func place(of href: String) -> Place {
        guard let raw = rawPath(href) else { return .outside }
        let isFolder = raw.utf8.last == UInt8(ascii: "/")
        if isCollection(isFolder ? raw : raw + "/") { return .collection }
        // Parted before decoding, since an encoded slash is part of a name.
        let bare = isFolder ? raw.utf8.dropLast() : raw.utf8[...]
        guard let slash = bare.lastIndex(of: UInt8(ascii: "/")), isCollection(String(Substring(bare[...slash]))) else {
            return .outside
        }
        if isFolder { return .folder }
        let name = bare[slash...].dropFirst()
        let decoded = HexEscapes.percentDecoded(String(Substring(name)))
        guard !name.contains(where: { "?#".utf8.contains($0) }), ![".", ".."].contains(decoded) else { return .outside }
        return .item(path: raw, key: decodedPath + decoded)
    }

    /// Whether a path is that of the collection.
    ///
    /// Compared by bytes: a name that begins with a combining accent forms one character with the slash before it.
    private func isCollection(_ raw: String) -> Bool {
        HexEscapes.percentDecoded(raw).utf8.elementsEqual(decodedPath.utf8)
    }

    /// Returns the key for comparing an href; `nil` outside of the collection.
    func key(of href: String) -> String? {
        if case .item(_, let key) = place(of: href) { key } else { nil }
    }
}
