/// What can be said of every bearer token.
enum BearerToken {
    /// Whether the token can stand in a header field; any other would be sent as something else, or not at all.
    static func isUsable(_ token: String) -> Bool {
        !token.isEmpty && token.utf8.allSatisfy { (33...126).contains($0) }
    }
}
