import Repository

/// The secrets among the values of a settings file, by the names of their keys.
struct SecretValues: Sendable {
    /// The secret values, the longest first, so that a value that is part of another one leaves nothing of that.
    private let secrets: [String]

    /// Words of names whose values are secrets.
    private static let words: Set<String> = [
        "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS", "PASSWD", "PASSPHRASE", "PASSCODE",
        "CREDENTIAL", "CREDENTIALS", "APIKEY",
    ]
    /// Words before `KEY` in names whose values are secrets.
    private static let keys: Set<String> = [
        "API", "ACCESS", "PRIVATE", "AUTH", "ENCRYPTION", "LICENSE", "SHARED", "SIGNING",
    ]

    /// The maximum number of secrets that are searched for in other values, so that the time doesn't grow quadratically.
    private static let limit = 20

    init(of values: [String: String]) {
        // A short one, such as a digit, may stand in other values by chance.
        let found = values.filter { Self.isSecret($0.key) && $0.value.utf8.count >= 4 }.map(\.value)
        secrets = Array(Set(found).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.prefix(Self.limit))
    }

    /// Whether the name of the key says that its value is a secret.
    static func isSecret(_ key: String) -> Bool {
        let words = key.uppercased().split { !$0.isLetter }.map(String.init)
        if words.contains(where: Self.words.contains) { return true }
        return zip(words, words.dropFirst()).contains { keys.contains($0) && $1 == "KEY" }
    }

    /// The value as it may be shown: a secret as a placeholder, an address without a password and a query.
    func hidden(_ value: String, of key: String) -> String {
        guard !value.isEmpty else { return value }
        if Self.isSecret(key) { return Secret.placeholder }
        var shown = value
        for secret in secrets where shown.contains(secret) { shown = shown.replacing(secret, with: Secret.placeholder) }
        return shown.contains("://") ? HTTPAddress.withoutSecrets(shown) : shown
    }
}
