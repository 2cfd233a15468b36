import Foundation
import Testing

@Suite(.enabled(if: ForeignPrograms.python != nil, "run Scripts/bootstrap --test-servers"))
struct `A server of the tests` {
    @Test func `It ends when what started it is killed`() async throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        let output = Pipe()
        shell.standardOutput = output
        let inner = "'\(ForeignPrograms.watch)' sh -c 'echo $$; exec sleep 600'"
        shell.arguments = ["-c", "'\(try #require(ForeignPrograms.python))' \(inner) & wait"]
        try shell.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let server = try #require(pid_t(line.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(server, 0) == 0)
        kill(shell.processIdentifier, SIGKILL)
        // In real time: the process is no child of this one, so that nothing tells of its end.
        for _ in 0..<600 where kill(server, 0) == 0 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(kill(server, 0) != 0)
    }
}
