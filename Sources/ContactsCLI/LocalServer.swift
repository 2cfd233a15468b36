/// A server that this process runs.
protocol LocalServer: Sendable {
    /// The URL of the API, ending in a slash.
    var baseURL: String { get }

    /// Ends the server; returns when it is over.
    func stop() async
}
