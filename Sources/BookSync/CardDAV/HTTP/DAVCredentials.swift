import Primitives
import Synchronization

/// The credentials of an account.
package enum DAVCredentials: Sendable {
    /// No authentication.
    case none
    /// A name and a password, which is requested before the first request.
    case password(user: String, secret: @Sendable () async throws -> String)
    /// A bearer token, which is requested before the first request, and again with the one that the server rejected.
    case bearer(token: @Sendable (_ rejected: String?) async throws -> String)

    /// The name of the account, if any.
    package var user: String? {
        if case .password(let user, _) = self { user } else { nil }
    }

    /// Whether a secret would be sent.
    package var isSecret: Bool {
        if case .none = self { false } else { true }
    }
}

/// Makes the field `Authorization`: Basic and Bearer from the first request, Digest once the server has asked for it.
///
/// Digest isn't left to libcurl, which sends its first request without the body; SabreDAV answers that with an internal
/// error.
final class DAVAuthorizer: Sendable {
    private struct State {
        var challenge: DigestChallenge?
        /// The number of uses of the nonce.
        var uses: UInt32 = 0
        /// The secret, requested once for all requests.
        var asking: Task<String, any Error>?
        /// The last token that was rejected.
        var rejected: String?
    }

    /// The maximum number of retries of a request with a new Digest nonce.
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

    /// Returns the value of the field for a request; `nil` if none is needed.
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
            return challenge.answer(
                DigestChallenge.Account(user: user, password: password),
                method: method,
                path: path,
                uses: uses,
                clientNonce: clientNonce()
            )
        }
    }

    /// Takes the challenges of a refusal, or renews a token that was rejected.
    ///
    /// - Parameters:
    ///   - fields: The values of `WWW-Authenticate`.
    ///   - authorization: The value of `Authorization` that was refused.
    ///   - count: The number of refusals of the request.
    /// - Returns: Whether to send the request again.
    func adopt(_ fields: [String], for authorization: String?, refusals count: Int) -> Bool {
        switch credentials {
        case .none: return false
        case .bearer(let token):
            guard count == 1, let authorization else { return false }
            let rejected = String(authorization.dropFirst(Self.bearer.count))
            // Of several requests with an expired token, the first one renews it.
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
                // A stale nonce is renewed; the same refusal twice means that the password is wrong.
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
