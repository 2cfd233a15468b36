/// What a server of this process is started with, as the command line gives it.
struct LocalServerSettings: Equatable, Sendable {
    /// The port on 127.0.0.1; 0 takes a free one.
    var port = 0
    /// The bearer token that every request must carry; nil asks for none.
    var token: String?
    /// How many people a client may ask for in five minutes; 0 sets no limit.
    var budget = 0
    /// How the server is to misbehave, each as text.
    var faults: [String] = []
    /// Whether a request may ask for a fault itself.
    var allowsFaultHeader = false
}
