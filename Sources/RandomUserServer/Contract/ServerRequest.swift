/// A request as far as the contract looks at it.
struct ServerRequest: Sendable {
    let method: String
    let path: String
    let parameters: QueryString
    /// By lower-case name.
    let headers: [String: String]
    /// The address that the request came from.
    let client: String

    init(method: String, target: String, headers: [String: String], client: String) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = String(parts.first ?? "/")
        parameters = QueryString(parts.count > 1 ? parts[1] : "")
        self.headers = headers
        self.client = client
    }
}
