import RandomUserServer
import Testing

/// Which request gets which fault.
@Suite struct FaultScheduleTests {
    private func statuses(_ count: Int, _ client: WireClient, headers: [String: String] = [:]) async throws -> [Int] {
        var statuses: [Int] = []
        for _ in 0..<count { statuses.append(try await client.send("/api/?inc=nat", headers: headers).status) }
        return statuses
    }

    @Test func `faults are used in order, each for its number of requests, and then none`() async throws {
        let rules = try ["status=503*2", "reset", "status=404"].enumerated().map { index, text in
            var rule = try ServerFaultRule(parsing: text)
            if index == 1 { rule.times = 1 }
            return rule
        }
        try await withServer(ServerOptions(faults: rules)) { server, client async throws in
            #expect(try await statuses(5, client) == [503, 503, 0, 404, 404])
            server.setFaults([])
            #expect(try await statuses(2, client) == [200, 200])
            server.setFaults([ServerFaultRule(.status(500, retryAfter: nil), times: 1)])
            #expect(try await statuses(2, client) == [500, 200])
        }
    }

    @Test func `a request gets the fault of its header if that is allowed`() async throws {
        let header = ["X-Fault": "status=507"]
        try await withServer(ServerOptions(allowsFaultHeader: true)) { _, client async throws in
            #expect(try await statuses(1, client, headers: header) == [507])
            #expect(try await statuses(1, client) == [200])
            let refused = try await client.send("/api/", headers: ["X-Fault": "explode"])
            #expect(refused.status == 400)
            #expect(try JSONValue(bytes: refused.body)["error"].text?.contains("“explode” is not a fault") == true)
        }
        try await withServer { _, client async throws in
            #expect(try await statuses(1, client, headers: header) == [200])
        }
    }
}
