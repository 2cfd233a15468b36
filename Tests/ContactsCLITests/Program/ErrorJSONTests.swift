import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ErrorJSONTests {
    @Test(arguments: [
        (["show", "zzzz", "--json"], "failure", 1), (["search", "emial:x", "--format", "json"], "usage", 64),
        (["list", "--json", "--nonsense"], "usage", 64), (["list", "--json=nmae"], "usage", 64),
    ])
    func `errors are JSON when JSON was asked for`(arguments: [String], code: String, status: Int) async throws {
        let result = try await Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:1/api/"])
            .start(arguments).result
        #expect(Int(result.status) == status)
        #expect(result.output.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(result.messages.utf8)) as? [String: [String: Any]]
        let error = try #require(object?["error"])
        #expect(error["code"] as? String == code)
        #expect(error["status"] as? Int == status)
        #expect((error["message"] as? String)?.isEmpty == false)
    }
}
