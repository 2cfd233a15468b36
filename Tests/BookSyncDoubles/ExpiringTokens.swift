package import Repository
import Synchronization

/// The tokens of a server that accepts each of them, `token-1`, `token-2` and so on, for a number of requests.
package final class ExpiringTokens: Sendable {
    private struct State {
        var number = 1
        var uses = 0
    }

    private let lifetime: Int
    private let state = Mutex(State())

    package init(lifetime: Int) {
        self.lifetime = lifetime
    }

    /// The number of the token that is accepted now.
    package var number: Int { state.withLock { $0.number } }

    /// Returns the refusal of a request that has another token than the present one.
    package func refusal(of request: HTTPRequest) -> HTTPResponse? {
        let isAllowed = state.withLock { state in
            guard request.headers["Authorization"] == "Bearer token-\(state.number)" else { return false }
            if state.uses == lifetime {
                state = State(number: state.number + 1)
                return false
            }
            state.uses += 1
            return true
        }
        return isAllowed ? nil : .answer(401, [("WWW-Authenticate", #"Bearer error="invalid_token""#)])
    }
}
