import Primitives

/// An `http` or `https` URL, its parts, and the forms in which it may be displayed.
package struct HTTPAddress: Equatable, Sendable {
    package let url: String
    private let components: URLComponents?

    package init(_ url: String) {
        self.url = url
        components = URLComponents(string: url)
    }

    /// The maximum length of a host in bytes, as in DNS.
    package static let hostLimit = 253
    package static let ports = 1...65_535

    /// The URL as sent over the wire: characters that aren't allowed in URLs, such as spaces, are encoded.
    package var encoded: String { components?.string ?? url }

    /// `http` or `https`; `nil` if no request can be sent to the URL.
    ///
    /// That includes a port outside ``ports``, and a host of more than ``hostLimit`` bytes.
    package var scheme: String? {
        guard let scheme = components?.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = components?.host, (1...Self.hostLimit).contains(host.utf8.count), hasPort
        else { return nil }
        return scheme
    }

    /// Whether the port is valid, if the URL has one.
    private var hasPort: Bool {
        if let port = components?.port { return Self.ports.contains(port) }
        // A number that overflows an integer isn't a valid port either.
        return components?.rangeOfPort.map { components?.string?[$0].isEmpty ?? true } ?? true
    }

    package var hasUserInformation: Bool { components?.user != nil || components?.password != nil }

    /// Whether the host is this machine, so that requests never leave it.
    package var isLoopback: Bool {
        guard let host else { return false }
        // A name such as 127.example.com isn't an address.
        let isAddress = host.hasPrefix("127.") && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || isAddress
    }

    /// Whether it is safe to send a password: the connection is encrypted, or stays within this machine.
    package var keepsSecrets: Bool { scheme == "https" || scheme != nil && isLoopback }

    /// The host in lowercase, without the brackets of an IPv6 address.
    package var host: String? {
        components?.host?.lowercased().filter { !"[]".contains($0) }
    }

    /// The port, or the scheme's default if the URL has none.
    package var port: Int? {
        guard let scheme else { return nil }
        return components?.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Scheme, host and port; credentials for one origin are never sent to another.
    package var origin: String? {
        guard let scheme, let host, let port else { return nil }
        return "\(scheme)://\(host):\(port)"
    }

    /// The scheme, host and port for display, without the scheme's default port.
    package var shownOrigin: String {
        guard let scheme, let host, let port else { return shown }
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }

    /// The path and query, as in the first line of a request.
    package var requestTarget: String {
        guard let scheme = url.firstRange(of: "://") else { return "/" }
        let path = url[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }.prefix { $0 != "#" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }

    /// The URL without user information, query and fragment, which may contain secrets.
    package var shown: String {
        guard var shown = components, scheme != nil else { return "an address that isn't a URL" }
        shown.user = nil
        shown.password = nil
        shown.query = nil
        shown.fragment = nil
        return shown.string ?? "an address that isn't a URL"
    }

    /// Returns a text that is meant to be a URL, with `…` replacing possible secrets: user, query and fragment.
    ///
    /// Unlike ``shown``, it keeps the rest of an invalid URL, so that a message can quote it.
    package static func withoutSecrets(_ text: String) -> String {
        let scheme = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let end = text[scheme...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        var shown = String(text[..<scheme])
        // An unencoded password may contain a slash.
        let user = text[scheme..<end].lastIndex(of: "@") ?? text[scheme...].lastIndex(of: "@")
        let rest = user.map { text[text.index(after: $0)...] } ?? text[scheme...]
        shown += user == nil ? "" : "…@"
        guard let secret = rest.firstIndex(where: { "?#".contains($0) }) else { return shown + rest }
        return shown + rest[...secret] + "…"
    }

    /// ``shown`` with the query; the values of parameters other than ``openParameters`` are hidden.
    var logged: String {
        guard scheme != nil, let items = components?.queryItems, !items.isEmpty else { return shown }
        let query = items.map { item in
            let isOpen = Self.openParameters.contains(item.name.lowercased())
            return DisplaySafeText.line("\(item.name)=\(isOpen ? item.value ?? "" : "…")", limit: 60)
        }
        return "\(shown)?\(query.joined(separator: "&"))"
    }

    /// Parameters whose values aren't secret. (A list of secret ones would never be complete.)
    private static let openParameters: Set<String> = [
        "results", "page", "seed", "nat", "gender", "inc", "exc", "format",
    ]

    /// Resolves a `Location` header in a response from this URL.
    package func following(_ location: String) -> HTTPAddress? {
        guard let base = URL(string: url), let next = URL(string: location, relativeTo: base) else { return nil }
        return HTTPAddress(next.absoluteString)
    }
}
