import Foundation

/// A server through which others are reached.
package struct HTTPProxy: Hashable, Sendable, CustomStringConvertible {
    /// What language the proxy speaks.
    package enum Kind: Hashable, Sendable {
        /// HTTP: asked for whole URLs, and for tunnels to encrypted servers.
        case http
        /// SOCKS version 5.
        case socks
    }

    package let kind: Kind
    package let host: String
    package let port: Int
    /// Name and password for an HTTP proxy as they stand in a header field, `Basic …`.
    let authorization: String?

    /// Reads `[scheme://][user:password@]host[:port]` as curl does: without a scheme it is HTTP, without a port 1080.
    ///
    /// - Parameters:
    ///   - text: The value of an environment variable.
    ///   - variable: Its name, for the error.
    /// - Throws: That the value cannot be used, without the value.
    package init(_ text: String, variable: String) throws(HTTPTransportError) {
        let whole = text.contains("://") ? text : "http://" + text
        guard let components = URLComponents(string: whole), let scheme = components.scheme?.lowercased(),
            let host = components.host, !host.isEmpty, (1...65_535).contains(components.port ?? 1080)
        else {
            // The text is not quoted: where it cannot be taken apart, a password cannot be told from the rest.
            throw HTTPTransportError(.invalidURL, "the proxy in \(variable) is no URL; write http://host:port")
        }
        switch scheme {
        case "http": kind = .http
        case "socks5", "socks5h", "socks": kind = .socks
        default:
            throw HTTPTransportError(
                .invalidURL,
                "the proxy in \(variable) has the scheme “\(DisplaySafeText.line(scheme, limit: 20))”; give an http or socks5 one"
            )
        }
        self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        port = components.port ?? 1080
        guard let user = components.user, !user.isEmpty else {
            authorization = nil
            return
        }
        guard kind == .http else {
            throw HTTPTransportError(
                .invalidURL,
                "the SOCKS proxy in \(variable) has a user, which is not supported; give one that asks for none"
            )
        }
        let credentials = Data("\(user):\(components.password ?? "")".utf8).base64EncodedString()
        authorization = "Basic \(credentials)"
    }

    /// Scheme, host and port; never the name and the password.
    package var description: String {
        let shown = host.contains(":") ? "[\(host)]" : host
        return "\(kind == .http ? "http" : "socks5")://\(shown):\(port)"
    }
}
