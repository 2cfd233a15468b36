import Synchronization

/// The tokens that were given out, each with the moment at which it ends.
final class TokenLedger: Sendable {
    private let login: TokenLogin
    private let tokens = Mutex<[String: Int]>([:])

    init(_ login: TokenLogin) {
        self.login = login
    }

    func logIn(_ body: [UInt8], now: Int) -> ServerReply {
        guard let fields = FlatJSON.strings(body) else {
            return .error(400, "Send {\"username\":\"…\",\"password\":\"…\"} as the body.")
        }
        guard fields["username"] == login.username, fields["password"] == login.password else {
            return .error(401, "The name or the password is wrong.")
        }
        let lifetime = Int(login.lifetime.components.seconds)
        let token = PaddedBlocks.hexadecimal((0..<16).map { _ in UInt8.random(in: 0...255) })
        tokens.withLock { tokens in
            tokens = tokens.filter { $0.value > now }
            tokens[token] = now + lifetime * 1_000
        }
        let body = "{\"token\":\"\(token)\",\"expires_in\":\(lifetime)}"
        return ServerReply(status: 200, type: "application/json; charset=utf-8", body: Array(body.utf8))
    }

    func accepts(_ token: String, now: Int) -> Bool {
        tokens.withLock { $0[token].map { now < $0 } ?? false }
    }
}
