import Foundation
import Primitives
import Testing
import XCConfig

@Suite final class LocalConfigFileSystemTests {
    private let files = LocalConfigFileSystem()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "xcconfig-\(UUID().uuidString)").path()

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func link(_ name: String, to target: String) throws {
        let (path, target) = ("\(folder)/\(name)", "\(folder)/\(target)")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    @Test func `regular files are read, also through a link`() throws {
        let text = String(repeating: "A = 1\n", count: 30_000)
        try text.write(toFile: folder + "/a.xcconfig", atomically: false, encoding: .utf8)
        try link("link", to: "a.xcconfig")
        #expect(try files.contents(ofPath: folder + "/link", limit: 16 << 20) == Array(text.utf8))
        #expect(files.resolvedPath(folder + "/link") == files.resolvedPath(folder + "/a.xcconfig"))
        #expect(throws: ConfigFileError.tooLarge(limit: 100)) {
            try files.contents(ofPath: folder + "/link", limit: 100)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `pipes, devices and folders are refused without blocking`() throws {
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        for path in [folder + "/pipe", "/dev/zero", folder] {
            #expect(throws: ConfigFileError.notRegular) { try files.contents(ofPath: path, limit: 100) }
        }
        #expect(files.kind(ofPath: folder + "/pipe") == .other)
        #expect(files.kind(ofPath: folder) == .folder)
    }

    @Test func `a file that does not exist, or has a zero in its name, is missing`() throws {
        try "A = 1".write(toFile: folder + "/a", atomically: false, encoding: .utf8)
        #expect(throws: ConfigFileError.missing) { try files.contents(ofPath: folder + "/b", limit: 100) }
        #expect(throws: ConfigFileError.missing) { try files.contents(ofPath: folder + "/a\u{0}b", limit: 100) }
        #expect(files.kind(ofPath: folder + "/a\u{0}b") == nil)
    }

    @Test func `a file that cannot be reached is not missing`() throws {
        try link("loop", to: "loop")
        #expect(files.kind(ofPath: folder + "/loop") == .other)
        try "#include? \"loop\"\nA = 1".write(toFile: folder + "/a.xcconfig", atomically: false, encoding: .utf8)
        let config = try ConfigResolver().resolve(folder + "/a.xcconfig")
        #expect(config.diagnostics.map(\.severity) == [.error])
        #expect(config.diagnostics.first?.message.contains("unable to read included file") == true)
    }

    @Test func `a cycle through links is detected`() throws {
        try "#include \"b.xcconfig\"\nA = 1".write(toFile: folder + "/a.xcconfig", atomically: false, encoding: .utf8)
        try link("b.xcconfig", to: "a.xcconfig")
        let config = try ConfigResolver().resolve(folder + "/a.xcconfig")
        #expect(config.diagnostics.map(\.severity) == [.warning])
        #expect(config["A"]?.string == "1")
    }
}
