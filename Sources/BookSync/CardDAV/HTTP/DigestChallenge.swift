import Primitives

/// A server's challenge in Digest authentication (RFC 7616), and the response to it.
struct DigestChallenge: Equatable, Sendable {
    /// The name and the password of an account.
    struct Account {
        var user: String
        var password: String
    }

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

    /// Whether only the nonce was stale, so that the password may be right.
    let isStale: Bool
    private let realm: String
    private let nonce: String
    private let opaque: String?
    private let algorithm: Algorithm
    /// The name of the algorithm as the server wrote it; `nil` if it was omitted.
    private let algorithmName: String?
    private let hasQuality: Bool

    /// Finds the first supported challenge in a `WWW-Authenticate` field.
    init?(fields: String) {
        let challenges = AuthenticationChallenge.all(in: fields).filter { $0.scheme == "digest" }
        let usable = challenges.lazy.compactMap { challenge -> DigestChallenge? in DigestChallenge(challenge) }
        // SHA-256 is preferred to MD5, whatever the order.
        guard let best = usable.first(where: { $0.algorithm == .sha256 }) ?? usable.first else { return nil }
        self = best
    }

    private init?(_ challenge: AuthenticationChallenge) {
        let values = challenge.parameters
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

    /// Returns the value of `Authorization`.
    func answer(_ account: Account, method: String, path: String, uses: UInt32, clientNonce: String) -> String {
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
}

/// A scheme with its parameters; one field may have several.
struct AuthenticationChallenge {
    /// The name of the scheme, in lower case.
    var scheme: String
    /// The parameters by their names in lower case.
    var parameters: [String: String] = [:]

    static func all(in field: String) -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
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
                // Anything that is neither a name nor a separator is skipped.
                if name.isEmpty {
                    rest = rest.dropFirst()
                } else {
                    challenges.append(AuthenticationChallenge(scheme: name))
                }
                continue
            }
            rest = rest.dropFirst()
            skip(\.isWhitespace)
            var value = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    if character == "\\", let next = rest.popFirst() {
                        value.append(next)
                    } else {
                        value.append(character)
                    }
                }
            } else {
                value = word()
            }
            if !challenges.isEmpty { challenges[challenges.count - 1].parameters[name] = value }
        }
    }
}
