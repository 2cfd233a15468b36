/// What an answer of the API holds.
struct RandomUserContent {
    /// What the server says about its answer; a part is `nil` when it says nothing.
    struct Info: Equatable {
        var seed: String?
        var results: String?
        var page: String?
        var version: String?
    }

    var people: [RemotePerson] = []
    var unreadable: [(index: Int, reason: String)] = []
    var info = Info()
    /// The server's own words about a failure.
    var error: String?
}
