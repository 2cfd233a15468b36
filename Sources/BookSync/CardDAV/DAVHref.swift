import Primitives
import Repository

/// The URL of a collection, with the rules for comparing the hrefs that servers send.
///
/// Hrefs are sent back exactly as the server wrote them, and compared after decoding their percent escapes once.
struct DAVCollection: Sendable {
    /// The origin, and the path as the server writes it, with a trailing slash.
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
    /// The URL for display, without the scheme's default port.
    var shown: String { HTTPAddress(url).shownOrigin + path }

    /// The decoded last part of the path.
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
        /// An item directly in the collection, with the path as the server wrote it and its key for comparisons.
        case item(path: String, key: String)
        /// A subcollection.
        case folder
        /// Anything outside the collection.
        case outside
    }

    func place(of href: String) -> Place {
        guard let raw = rawPath(href) else { return .outside }
        let isFolder = raw.utf8.last == UInt8(ascii: "/")
        if isCollection(isFolder ? raw : raw + "/") { return .collection }
        // Split before decoding, since an encoded slash is part of a name.
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

    /// Whether a path is the collection's own.
    ///
    /// Compares bytes, since a name that starts with a combining accent forms one `Character` with the preceding slash.
    private func isCollection(_ raw: String) -> Bool {
        HexEscapes.percentDecoded(raw).utf8.elementsEqual(decodedPath.utf8)
    }

    /// Returns an href's key for comparisons; `nil` if it isn't an item of the collection.
    func key(of href: String) -> String? {
        if case .item(_, let key) = place(of: href) { key } else { nil }
    }
}
