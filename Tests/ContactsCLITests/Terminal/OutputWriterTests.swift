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

    @Test func `nothing to write is no error on any stream`() throws {
        try OutputWriter(descriptor: Descriptor(number: -1)).flush()
    }
}
