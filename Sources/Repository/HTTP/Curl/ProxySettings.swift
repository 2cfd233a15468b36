/// Which proxy leads to which server, by the environment variables and the rules of curl.
///
/// `https_proxy` or `HTTPS_PROXY` are for encrypted addresses, `http_proxy` for the others, in lower case only: a web server hands a
/// request's field `Proxy` to its programs as `HTTP_PROXY`. `all_proxy` stands in for both; `no_proxy` names what is reached without.
public struct ProxySettings: Equatable, Sendable {
    /// Everything is reached directly.
    public static let none = ProxySettings(environment: [:])

    private struct Variable: Equatable, Sendable {
        let name: String
        let value: String
    }

    private let http: Variable?
    private let https: Variable?
    private let exemptions: ProxyExemptions

    /// Takes what the environment says; it is read when the first request goes out, so that a wrong value harms nobody who asks nothing.
    public init(environment: [String: String]) {
        func first(_ names: String...) -> Variable? {
            for name in names {
                // An empty variable is as good as none.
                if let value = environment[name], !value.isEmpty { return Variable(name: name, value: value) }
            }
            return nil
        }
        http = first("http_proxy", "all_proxy", "ALL_PROXY")
        https = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        exemptions = ProxyExemptions(first("no_proxy", "NO_PROXY")?.value ?? "")
    }

    /// The proxy for an address; `nil` when it is reached directly.
    package func proxy(for address: HTTPAddress) throws(HTTPTransportError) -> HTTPProxy? {
        guard let scheme = address.scheme, let host = address.host, let port = address.port,
            let variable = scheme == "https" ? https : http, !exemptions.contain(host: host, port: port)
        else { return nil }
        return try HTTPProxy(variable.value, variable: variable.name)
    }
}
