import Foundation

/// Logs in with a name and a password: `POST <endpoint>login` answers with a token.
public struct LoginTokenProvider: TokenProvider {
    private struct Login: Encodable {
        let username: String
        let password: String
    }

    private struct Answer: Decodable {
        let token: String
    }

    private let username: String
    private let password: String
    private let timeout: Duration
    private let transport: any HTTPTransport
    private let endpoint: @Sendable () async throws -> String

    /// Creates a provider for one user.
    ///
    /// - Parameters:
    ///   - username: The name to log in with.
    ///   - password: The password; it goes nowhere but into the request.
    ///   - timeout: How long a login may take.
    ///   - transport: What carries the request.
    ///   - endpoint: The API's address, as in ``APISettings/endpoint``.
    public init(
        username: String,
        password: String,
        timeout: Duration = .seconds(30),
        transport: any HTTPTransport,
        endpoint: @escaping @Sendable () async throws -> String
    ) {
        self.username = username
        self.password = password
        self.timeout = timeout
        self.transport = transport
        self.endpoint = endpoint
    }

    /// Logs in.
    public func newToken() async throws -> String {
        let base = try await endpoint()
        let url = base + (base.hasSuffix("/") ? "login" : "/login")
        let request = HTTPRequest(
            method: "POST",
            url: url,
            headers: HTTPHeaderFields([("Content-Type", "application/json"), ("Accept", "application/json")]),
            body: Array(try JSONEncoder().encode(Login(username: username, password: password))),
            timeout: timeout
        )
        let response = try await transport.send(request)
        let server = HTTPAddress(url).shown
        switch response.status {
        case 200...299: break
        case 401, 403:
            throw RepositoryError(
                .unauthorized,
                "\(server) refuses the name or the password (\(response.status)). Check both."
            )
        default:
            throw RepositoryError(
                .server,
                "\(server) answered a login with status \(response.status). Try again later."
            )
        }
        guard let token = try? JSONDecoder().decode(Answer.self, from: Data(response.body)).token,
            BearerToken.isUsable(token)
        else {
            throw RepositoryError(.server, "\(server) answered a login without a token that can be used.")
        }
        return token
    }
}
