import Foundation

/// An absolute URL of the schemes that are asked, and what of it may be shown.
package struct HTTPAddress: Equatable, Sendable {
    /// The URL as it was given.
    package let url: String
    private let components: URLComponents?

    package init(_ url: String) {
        self.url = url
        components = URLComponents(string: url)
    }

    /// The scheme in lower case, `http` or `https`; `nil` when the URL cannot be asked.
    package var scheme: String? {
        guard let scheme = components?.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = components?.host, !host.isEmpty
        else { return nil }
        return scheme
    }

    /// The host in lower case, without the brackets of an IPv6 address.
    package var host: String? {
        components?.host?.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    }

    /// The port, also where it goes without saying.
    package var port: Int? {
        guard let scheme else { return nil }
        return components?.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Scheme, host and port: what secrets may be sent to again.
    package var origin: String? {
        guard let scheme, let host, let port else { return nil }
        return "\(scheme)://\(host):\(port)"
    }

    /// Host and port as the field `Host` has them.
    var authority: String? {
        guard let scheme, let host, let port else { return nil }
        let shown = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? shown : "\(shown):\(port)"
    }

    /// The URL with another server in the place of its own.
    func moved(to host: String, port: Int) -> String? {
        guard var moved = components else { return nil }
        moved.host = host.contains(":") ? "[\(host)]" : host
        moved.port = port
        moved.user = nil
        moved.password = nil
        return moved.string
    }

    /// The URL without user information, query and fragment, which may hold secrets.
    package var shown: String {
        guard var shown = components, scheme != nil else { return "an address that is no URL" }
        shown.user = nil
        shown.password = nil
        shown.query = nil
        shown.fragment = nil
        return shown.string ?? "an address that is no URL"
    }

    /// The URL as ``shown``, with the parameters of its query, whose values are hidden unless they are known to be no secrets.
    var logged: String {
        guard scheme != nil, let items = components?.queryItems, !items.isEmpty else { return shown }
        let question = items.map { item in
            let isOpen = Self.openParameters.contains(item.name.lowercased())
            return DisplaySafeText.line("\(item.name)=\(isOpen ? item.value ?? "" : "…")", limit: 60)
        }
        return "\(shown)?\(question.joined(separator: "&"))"
    }

    /// What anybody may see of a question; a list of the names of secrets would never be whole.
    private static let openParameters: Set<String> = [
        "results", "page", "seed", "nat", "gender", "inc", "exc", "format",
    ]

    /// The URL that a `Location` found here leads to.
    package func following(_ location: String) -> HTTPAddress? {
        guard let base = URL(string: url), let next = URL(string: location, relativeTo: base) else { return nil }
        return HTTPAddress(next.absoluteString)
    }
}
