import RandomUserServer
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConnectionWatchTests {
    private let impatient = ServerOptions(requestTime: .seconds(1))

    @Test(arguments: [
        "", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nabc",
    ])
    func `a request that does not come whole ends its connection`(request: String) async throws {
        try await withServer(impatient) { _, client in
            let answer = try await client.send(raw: request)
            #expect(!answer.isUnfinished)
            #expect(!answer.text.contains("404"))
        }
    }

    @Test func `the next request of a connection has to come in time, too`() async throws {
        try await withServer(impatient) { _, client in
            let answer = try await client.send(raw: "GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT")
            #expect(answer.text.contains("Not Found"))
            #expect(!answer.isUnfinished)
        }
    }
}
