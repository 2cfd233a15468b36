import Foundation

/// An `http` or `https` URL, its parts, and the forms in which it may be shown.
package struct HTTPAddress: Equatable, Sendable {
    /// The URL as it was given.
    package let url: String
    private let components: URLComponents?

    package init(_ url: String) {
        self.url = url
        components = URLComponents(string: url)
    }

    /// `http` or `https`; `nil` when no request can be sent to the URL.
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

    /// The port, the scheme's default where the URL has none.
    package var port: Int? {
        guard let scheme else { return nil }
        return components?.port ?? (scheme == "https" ? 443 : 80)
    }

    /// Scheme, host and port; credentials for one origin are never sent to another.
    package var origin: String? {
        guard let scheme, let host, let port else { return nil }
        return "\(scheme)://\(host):\(port)"
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

    /// ``shown`` with the query; values of parameters that are not ``openParameters`` are hidden.
    var logged: String {
        guard scheme != nil, let items = components?.queryItems, !items.isEmpty else { return shown }
        let query = items.map { item in
            let isOpen = Self.openParameters.contains(item.name.lowercased())
            return DisplaySafeText.line("\(item.name)=\(isOpen ? item.value ?? "" : "…")", limit: 60)
        }
        return "\(shown)?\(query.joined(separator: "&"))"
    }

    /// Parameters whose values are no secrets. (A list of the names of secrets would never be complete.)
    private static let openParameters: Set<String> = [
        "results", "page", "seed", "nat", "gender", "inc", "exc", "format",
    ]

    /// The URL that a `Location` field in an answer of this URL names.
    package func following(_ location: String) -> HTTPAddress? {
        guard let base = URL(string: url), let next = URL(string: location, relativeTo: base) else { return nil }
        return HTTPAddress(next.absoluteString)
    }
}
