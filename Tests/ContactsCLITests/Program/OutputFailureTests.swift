import Foundation
import Testing

struct OutputFailureTests {
    @Test(
        arguments: ["list", "list --format csv", "config show", "--version", "list --help"],
        [(output: "> /dev/full", reason: "No space left on device"), (output: ">&-", reason: "Bad file descriptor")]
    )
    func `a full disk and a closed output are told and end with 74`(
        command: String,
        failure: (output: String, reason: String)
    ) async throws {
        let result = try await Binary().shell("\"$contacts\" \(command) \(failure.output)")
        #expect(result.status == 74)
        #expect(result.messages == "contacts: The output could not be written: \(failure.reason).\n")
    }

    @Test func `a full disk is told as JSON when JSON was asked for`() async throws {
        let result = try await Binary().shell("\"$contacts\" list --format json > /dev/full")
        #expect(result.status == 74)
        #expect(result.messages.hasPrefix("{\"error\":{\"code\":\"input-output\",\"status\":74,"))
        #expect(result.messages.contains("No space left on device"))
    }

    @Test func `a closed output does not matter to a command without results`() async throws {
        let result = try await Binary().shell("\"$contacts\" sync >&-")
        #expect(result.status == 0, "\(result.messages)")
    }

    @Test func `a reader that leaves ends the program quietly`() async throws {
        let contacts = try Binary()
        let result = try await contacts.shell(
            "\"$contacts\" sync -q --results 5000 && { \"$contacts\" list --format json; echo $? > \"$HOME/status\"; } | head -n 1"
        )
        #expect(result.output == "[\n")
        #expect(result.messages.isEmpty)
        #expect(try contacts.home.text(of: "status") == "141\n")
    }
}
