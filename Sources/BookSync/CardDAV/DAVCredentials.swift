import Primitives
import Synchronization

/// An account's credentials.
package enum DAVCredentials: Sendable {
    case none
    /// A user name, and a password that is requested before the first request.
    case password(user: String, secret: @Sendable () async throws -> String)
    /// A bearer token, requested before the first request, and again with the token that the server rejected.
    case bearer(token: @Sendable (_ rejected: String?) async throws -> String)

    /// The user name, if any.
    package var user: String? {
        if case .password(let user, _) = self { user } else { nil }
    }

    package var isSecret: Bool {
        if case .none = self { false } else { true }
    }
}

/// Creates `Authorization` headers: Basic and Bearer from the first request, Digest once the server asks for it.
///
/// Digest isn't left to libcurl because that sends its first request without the body, and SabreDAV responds to that
/// with an internal error.
final class DAVAuthorizer: Sendable {
    private struct State {
        var challenge: DigestChallenge?
        /// The number of times that the nonce was used.
        var uses: UInt32 = 0
        /// The request for the secret, shared by all HTTP requests.
        var asking: Task<String, any Error>?
        var rejected: String?
    }

    /// The maximum number of retries with a new Digest nonce.
    private static let nonceLimit = 3
    private static let bearer = "Bearer "

    let credentials: DAVCredentials
    private let state = Mutex(State())
    private let clientNonce: @Sendable () -> String

    init(
        _ credentials: DAVCredentials,
        clientNonce: @escaping @Sendable () -> String = { String(UInt64.random(in: .min ... .max), radix: 16) }
    ) {
        self.credentials = credentials
        self.clientNonce = clientNonce
    }

    /// Returns the header's value for a request; `nil` if none is needed.
    func authorization(method: String, path: String) async throws -> String? {
        switch credentials {
        case .none: return nil
        case .bearer(let token): return Self.bearer + (try await ask { try await token(nil) })
        case .password(let user, let secret):
            let password = try await ask(secret)
            let (challenge, uses) = state.withLock { state in
                if state.challenge != nil { state.uses += 1 }
                return (state.challenge, state.uses)
            }
            guard let challenge else { return "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())" }
            let account = (user: user, password: password)
            return challenge.answer(account, method: method, path: path, uses: uses, clientNonce: clientNonce())
        }
    }

    /// Adopts the challenges in a 401 response, or renews a rejected token.
    ///
    /// - Parameters:
    ///   - fields: The `WWW-Authenticate` headers.
    ///   - authorization: The rejected `Authorization` header.
    ///   - count: The number of 401 responses to this request.
    /// - Returns: Whether to send the request again.
    func adopt(_ fields: [String], for authorization: String?, refusals count: Int) -> Bool {
        switch credentials {
        case .none: return false
        case .bearer(let token):
            guard count == 1, let authorization else { return false }
            let rejected = String(authorization.dropFirst(Self.bearer.count))
            // If several requests used the expired token, the first one to fail renews it.
            state.withLock { state in
                guard state.rejected != rejected else { return }
                state.rejected = rejected
                state.asking = Task { try await token(rejected) }
            }
            return true
        case .password:
            // A server that rejects every nonce as stale will never accept one.
            guard count <= Self.nonceLimit,
                let challenge = fields.lazy.compactMap(DigestChallenge.init(fields:)).first
            else { return false }
            return state.withLock { state in
                // A stale nonce is replaced; any other second rejection means that the password is wrong.
                guard state.challenge == nil || challenge.isStale else { return false }
                state.challenge = challenge
                state.uses = 0
                return true
            }
        }
    }

    private func ask(_ secret: @escaping @Sendable () async throws -> String) async throws -> String {
        let asking = state.withLock { state in
            if let asking = state.asking { return asking }
            let asking = Task { try await secret() }
            state.asking = asking
            return asking
        }
        do {
            return try await asking.value
        } catch {
            state.withLock { $0.asking = nil }
            throw error
        }
    }
}

/// A server's challenge in Digest authentication (RFC 7616), from which the response is calculated.
struct DigestChallenge: Equatable, Sendable {
    private enum Algorithm: String {
        case md5 = "MD5"
        case sha256 = "SHA-256"

        func digest(_ text: String) -> String {
            let bytes = Array(text.utf8)
            return switch self {
            case .md5: Hexadecimal.text(of: MD5.digest(of: bytes))
            case .sha256: Hexadecimal.text(of: SHA256.digest(of: bytes))
            }
        }
    }

    /// Whether just the nonce was stale, so that the password may be correct.
    let isStale: Bool
    private let realm: String
    private let nonce: String
    private let opaque: String?
    private let algorithm: Algorithm
    /// The algorithm's name as the server wrote it; `nil` if it was omitted.
    private let algorithmName: String?
    private let hasQuality: Bool

    /// Uses the best supported challenge in a `WWW-Authenticate` header.
    init?(fields: String) {
        let challenges = Self.challenges(in: fields).filter { $0.scheme == "digest" }
        let usable = challenges.lazy.compactMap { DigestChallenge($0.parameters) }
        // SHA-256 is preferred to MD5, regardless of the order.
        guard let best = usable.first(where: { $0.algorithm == .sha256 }) ?? usable.first else { return nil }
        self = best
    }

    private init?(_ values: [String: String]) {
        let name = values["algorithm"]
        guard let nonce = values["nonce"], let algorithm = Algorithm(rawValue: name?.uppercased() ?? "MD5") else {
            return nil
        }
        let qualities = values["qop"]?.split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
        if let qualities, !qualities.contains("auth") { return nil }
        self.nonce = nonce
        self.algorithm = algorithm
        algorithmName = name
        hasQuality = qualities != nil
        realm = values["realm"] ?? ""
        opaque = values["opaque"]
        isStale = values["stale"]?.lowercased() == "true"
    }

    /// Returns the value of the `Authorization` header.
    func answer(
        _ account: (user: String, password: String),
        method: String,
        path: String,
        uses: UInt32,
        clientNonce: String
    ) -> String {
        let hexadecimal = String(uses, radix: 16)
        let count = String(repeating: "0", count: max(0, 8 - hexadecimal.count)) + hexadecimal
        let secret = algorithm.digest("\(account.user):\(realm):\(account.password)")
        let request = algorithm.digest("\(method):\(path)")
        let response =
            hasQuality
            ? algorithm.digest("\(secret):\(nonce):\(count):\(clientNonce):auth:\(request)")
            : algorithm.digest("\(secret):\(nonce):\(request)")
        var parts = [
            "username=\(Self.quoted(account.user))", "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))",
            "uri=\(Self.quoted(path))", "response=\"\(response)\"",
        ]
        if let algorithmName { parts.append("algorithm=\(algorithmName)") }
        if let opaque { parts.append("opaque=\(Self.quoted(opaque))") }
        if hasQuality { parts += ["qop=auth", "nc=\(count)", "cnonce=\"\(clientNonce)\""] }
        return "Digest " + parts.joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }

    /// Returns the schemes in a header, which may contain several, and their parameters; all names are in lowercase.
    private static func challenges(in field: String) -> [(scheme: String, parameters: [String: String])] {
        var challenges: [(scheme: String, parameters: [String: String])] = []
        var rest = field[...]
        func skip(_ isSkipped: (Character) -> Bool) { rest = rest.drop(while: isSkipped) }
        func word() -> String {
            let word = rest.prefix { !$0.isWhitespace && $0 != "," && $0 != "=" && $0 != "\"" }
            rest = rest.dropFirst(word.count)
            return String(word)
        }
        while true {
            skip { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return challenges }
            let name = word().lowercased()
            skip(\.isWhitespace)
            guard rest.first == "=" else {
                // Skip anything that is neither a name nor a separator.
                if name.isEmpty {
                    rest = rest.dropFirst()
                } else {
                    challenges.append((name, [:]))
                }
                continue
            }
            rest = rest.dropFirst()
            skip(\.isWhitespace)
            var value = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    value.append(character == "\\" ? rest.popFirst() ?? character : character)
                }
            } else {
                value = word()
            }
            if !challenges.isEmpty { challenges[challenges.count - 1].parameters[name] = value }
        }
    }
}
