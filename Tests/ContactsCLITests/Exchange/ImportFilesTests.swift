import Foundation
import Testing

@testable import ContactsCLI

struct ImportFilesTests {
    @Test func `the size is that of all files, through links too`() throws {
        let folder = try TemporaryFolder()
        let first = folder.url.appending(path: "a.vcf")
        try Data(count: 100).write(to: first)
        let link = folder.url.appending(path: "b.vcf")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: first)
        let files = try ImportFiles.find([folder.url.path])
        #expect(files.map(\.path) == [first.path, link.path])
        #expect(ImportFiles.size(of: files) == 200)
    }

    @Test func `the vCards of a folder are those with one of the two endings, in any case`() throws {
        let folder = try TemporaryFolder()
        for name in ["a.vcf", "b.vcard", "c.VCF", "d.csv", "vcf"] {
            try Data(count: 1).write(to: folder.url.appending(path: name))
        }
        let files = try ImportFiles.find([folder.url.path + "/"])
        #expect(files.map(\.name) == ["a.vcf", "b.vcard", "c.VCF"].map { folder.url.path + "/" + $0 })
    }

    @Test func `standard input, pipes, folders and what is gone have no size`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.url.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [nil, pipe, folder.url.path, folder.url.path + "/gone"] {
            #expect(ImportFiles.size(of: [ImportFiles.File(name: "x", path: path)]) == nil)
        }
        #expect(ImportFiles.size(of: []) == 0)
    }
}
