import Foundation
import Testing

@testable import ContactsCLI

@Suite struct ImportSourceTests {
    private func pipe(_ text: String) throws -> Descriptor {
        let ends = try #require(Descriptor.pipe())
        try ends.writing.write(Array(text.utf8))
        ends.writing.close()
        return ends.reading
    }

    private func rest(_ source: ImportSource) throws -> String {
        var all: [UInt8] = []
        while true {
            let bytes = try source.read(3)
            if bytes.isEmpty { return String(decoding: all, as: UTF8.self) }
            all += bytes
        }
    }

    @Test func `the beginning of a pipe can be read again, and the rest follows`() throws {
        let source = ImportSource(try pipe("one two three"))
        try source.keepBeginning()
        #expect(try source.read(3).count == 3)
        try source.rewind()
        #expect(try rest(source) == "one two three")
        source.close()
    }

    @Test func `a file goes back to where it was`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "a")
        try Data("one two three".utf8).write(to: url)
        let file = try #require(Descriptor.reading(url.path))
        #expect(file.readNext(limit: 4)?.count == 4)
        let source = ImportSource(file)
        try source.keepBeginning()
        #expect(try rest(source) == "two three")
        try source.rewind()
        #expect(try rest(source) == "two three")
        source.close()
    }

    @Test func `what is not wanted again is not kept`() throws {
        let source = ImportSource(try pipe("one two"))
        try source.keepBeginning()
        #expect(try source.read(3).count == 3)
        source.forgetBeginning()
        try source.rewind()
        #expect(try rest(source) == " two")
        source.close()
    }
}
