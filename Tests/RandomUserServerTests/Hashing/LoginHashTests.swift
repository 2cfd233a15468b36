import RandomUserServer
import Subprocess
import Testing

/// What the service says of passwords, judged by the system's own programs.
@Suite struct LoginHashTests {
    @Test(arguments: ["1.0", "1.4"])
    func `the digests of a login are those of password and salt together`(version: String) async throws {
        let people = try await withServer { _, client async throws in
            try await client.people("/api/\(version)/?seed=hash&results=5&inc=login&password=special,upper,lower,3-64")
        }
        #expect(people.count == 5)
        for login in people.map({ $0["login"] }) {
            let salted = try #require(login["password"].text) + (try #require(login["salt"].text))
            for name in ["md5", "sha1", "sha256"] {
                let digest = try await Self.digest(salted, by: "\(name)sum")
                #expect(login[name].text == digest)
            }
        }
    }

    private static func digest(_ text: String, by program: String) async throws -> String {
        let result = try await run(
            .name(program),
            input: .string(text),
            output: .string(limit: 1 << 10),
            error: .discarded
        )
        guard let digest = result.standardOutput.split(separator: " ").first else {
            throw WireError("\(program) says nothing")
        }
        return String(digest)
    }
}
