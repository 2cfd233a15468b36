/// The proxies that environment variables name, in the words that libcurl reads.
///
/// The choice of the variable follows curl: `https_proxy` or `HTTPS_PROXY` for encrypted addresses, `http_proxy` for the
/// others, `all_proxy` or `ALL_PROXY` for both. `http_proxy` counts in lower case only, because a web server passes a
/// request's field `Proxy` to its programs as `HTTP_PROXY`.
public struct ProxySettings: Equatable, Sendable {
    /// No proxy: every server is reached directly.
    public static let none = ProxySettings(environment: [:])

    /// A proxy, and the variable that names it.
    package struct Proxy: Equatable, Sendable {
        package let variable: String
        /// What libcurl is given; it may hold a password.
        package let text: String

        /// Whether the host and the port can be those of a proxy, as far as the text tells.
        var isReachable: Bool {
            let scheme = text.firstRange(of: "://")?.upperBound ?? text.startIndex
            let authority = text[scheme...].prefix { $0 != "/" }
            let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            // The colons within brackets belong to the host.
            let host = server.hasPrefix("[") ? server.prefix { $0 != "]" } : server.prefix { $0 != ":" }
            let rest = server[host.endIndex...].drop { $0 == "]" }
            let hasPort = !rest.hasPrefix(":") || Int(rest.dropFirst()).map(HTTPAddress.ports.contains) ?? false
            return (1...HTTPAddress.hostLimit).contains(host.utf8.count) && hasPort
        }
    }

    private let http: Proxy?
    private let https: Proxy?
    /// The servers that are reached directly, as `no_proxy` lists them.
    package let exemptions: String

    /// Takes the variables; libcurl reads their values when a request is sent, so that a wrong one harms no other command.
    public init(environment: [String: String]) {
        func first(_ names: String...) -> Proxy? {
            for name in names {
                // An empty variable counts as unset.
                if let text = environment[name], !text.isEmpty {
                    return Proxy(variable: name, text: Self.resolvingNamesRemotely(text))
                }
            }
            return nil
        }
        http = first("http_proxy", "all_proxy", "ALL_PROXY")
        https = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        exemptions = first("no_proxy", "NO_PROXY")?.text ?? ""
    }

    /// The proxy for addresses of a scheme, unless the server is among the exemptions.
    package func proxy(scheme: String?) -> Proxy? { scheme == "https" ? https : http }

    /// Makes a SOCKS proxy resolve names: some are known only there, and a lookup here would reveal them.
    private static func resolvingNamesRemotely(_ text: String) -> String {
        for (local, remote) in [("socks5://", "socks5h://"), ("socks4://", "socks4a://"), ("socks://", "socks5h://")]
        where text.lowercased().hasPrefix(local) {
            return remote + text.dropFirst(local.count)
        }
        return text
    }
}
