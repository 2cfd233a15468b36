import Foundation
import Testing

struct FuzzTargetTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzzing/Corpus")

    private func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = Self.folder.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.map { Array(try Data(contentsOf: folder.appending(path: $0))) }
    }

    @Test(.timeLimit(.minutes(10)), arguments: FuzzTarget.allCases)
    func `the corpus is read without a crash, whole, cut and damaged`(target: FuzzTarget) throws {
        let files = try corpus(of: target)
        #expect(files.count >= 3)
        for bytes in files {
            target.read(bytes)
            // Cut at a few places, and with some bytes replaced by characters that begin or end something.
            for step in 1..<8 { target.read(Array(bytes.prefix(bytes.count * step / 8))) }
            for (number, byte) in Array("\"\\,;:[]{}()\n\r\0=$<".utf8).enumerated() where !bytes.isEmpty {
                var damaged = bytes
                damaged[(number * 37 + 11) % damaged.count] = byte
                target.read(damaged)
            }
        }
    }
}
