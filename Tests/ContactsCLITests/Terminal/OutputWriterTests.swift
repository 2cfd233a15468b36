import Foundation
import Testing

@testable import ContactsCLI

struct OutputWriterTests {
    @Test func `what was written arrives whole and in order after a flush`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "out")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let writer = OutputWriter(descriptor: Descriptor(number: handle.fileDescriptor))
        var expected = ""
        for number in 0..<20_000 {
            try writer.write("line \(number)\n")
            expected += "line \(number)\n"
        }
        try writer.flush()
        try handle.close()
        #expect(try String(contentsOf: file, encoding: .utf8) == expected)
    }

    @Test func `a full disk is an error with the reason`() throws {
        let handle = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let writer = OutputWriter(descriptor: Descriptor(number: handle.fileDescriptor))
        try writer.write("text")
        #expect(throws: OutputError.failed(reason: "No space left on device")) { try writer.flush() }
        // Told once; there is nothing left to write.
        try writer.flush()
    }

    @Test func `a closed stream is an error`() throws {
        let writer = OutputWriter(descriptor: Descriptor(number: -1))
        try writer.write("text")
        #expect(throws: OutputError.failed(reason: "Bad file descriptor")) { try writer.flush() }
    }

    @Test func `a reader that has left is told apart`() throws {
        Descriptor.reportBrokenPipesAsErrors()
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: Descriptor(number: pipe.fileHandleForWriting.fileDescriptor))
        try pipe.fileHandleForReading.close()
        try writer.write("text")
        #expect(throws: OutputError.brokenPipe) { try writer.flush() }
    }

    @Test func `nothing to write is no error on any stream`() throws {
        try OutputWriter(descriptor: Descriptor(number: -1)).flush()
    }
}
