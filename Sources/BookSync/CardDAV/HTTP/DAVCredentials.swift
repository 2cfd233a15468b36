import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How an account proves who it is.
package enum DAVCredentials: Sendable {
    /// Not at all.
    case none
    /// By a name and a password, which is asked for with the first request.
    case password(user: String, secret: @Sendable () async throws -> String)
    /// By a token, which is asked for with the first request.
    case bearer(secret: @Sendable () async throws -> String)

    /// The name of the account, if it has one.
    package var user: String? {
        if case .password(let user, _) = self { user } else { nil }
    }

    /// Whether something would be sent that others must not see.
    package var isSecret: Bool {
        if case .none = self { false } else { true }
    }
}

/// Makes the field `Authorization`: Basic and Bearer at once, Digest after the server has asked for it.
///
/// Digest is computed here and not by libcurl, which sends its first request without the body; SabreDAV answers that with
/// an internal error.
final class DAVAuthorizer: Sendable {
    private struct State {
        var challenge: DigestChallenge?
        /// How often the nonce was used.
        var uses: UInt32 = 0
        /// The secret, asked for once for all requests.
        var asking: Task<String, any Error>?
    }

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

    /// The value of the field for a request; `nil` when none is needed.
    func authorization(method: String, path: String) async throws -> String? {
        switch credentials {
        case .none: return nil
        case .bearer(let secret): return "Bearer \(try await ask(secret))"
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

    /// Takes the challenges of a refusal; whether another attempt may succeed.
    func adopt(_ fields: [String]) -> Bool {
        guard case .password = credentials else { return false }
        guard let challenge = fields.lazy.compactMap(DigestChallenge.init(fields:)).first else { return false }
        return state.withLock { state in
            // A nonce that is too old is renewed; the same refusal twice means the password.
            guard state.challenge == nil || challenge.isStale else { return false }
            state.challenge = challenge
            state.uses = 0
            return true
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
