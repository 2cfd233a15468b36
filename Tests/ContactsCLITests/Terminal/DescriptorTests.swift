import Foundation
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(1)))
struct DescriptorTests {
    @Test func `a cancelled task stops waiting for input`() async throws {
        let pipe = try #require(Descriptor.pipe())
        defer {
            pipe.reading.close()
            pipe.writing.close()
        }
        let reading = Task { try await pipe.reading.readAll(limit: 3) }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func `errors have the system's reason`() throws {
        let full = try Descriptor.appending(to: "/dev/full")
        defer { full.close() }
        #expect(throws: OutputError.failed(reason: String(cString: strerror(ENOSPC)))) { try full.write([1]) }
        #expect(throws: OutputError.failed(reason: String(cString: strerror(ENOENT)))) {
            try Descriptor.appending(to: "/nowhere/at/all")
        }
    }

    @Test func `only a terminal has a size`() throws {
        let terminal = try PseudoTerminal(columns: 72)
        let descriptor = Descriptor(number: terminal.terminal)
        #expect(descriptor.isTerminal)
        #expect(descriptor.size?.columns == 72 && descriptor.size?.rows == 24)
        let pipe = try #require(Descriptor.pipe())
        #expect(!pipe.writing.isTerminal && pipe.writing.size == nil)
        pipe.reading.close()
        pipe.writing.close()
    }
}
