import Bloc
import Foundation
import TestWatch
import Testing

@testable import BlocFiles

@Suite(.watched) struct StateRecordTests {
    private let folder = TemporaryFolder()
    private var storage: FileHydrationStorage { FileHydrationStorage(folder: folder.path) }

    private static func data(_ text: String) -> HydratedData {
        HydratedData(version: 1, bytes: Array(text.utf8))
    }

    @Test("any key has a file of its own, on file systems that ignore case, too")
    func keys() throws {
        let keys = [
            "", ".", "..", "/", "a", "A", "a/b", "a%2fb", "a\\b", "a b", "a\nb", "a\0b", "ä", "a\u{308}", "ä/", "CON",
            "~",
            ".hidden", "x.state", "x.state.part", "x.state.aside-1", "x", "🦊", String(repeating: "ü", count: 80),
            String(repeating: "k", count: 5_000), String(repeating: "k", count: 5_001),
            String(repeating: "k", count: 5_000).uppercased(),
        ]
        for (number, key) in keys.enumerated() { try storage.write(Self.data("\(number)"), for: key) }
        for (number, key) in keys.enumerated() { #expect(try storage.read(key) == Self.data("\(number)"), "\(key)") }
        #expect(try storage.keys().sorted() == keys.sorted())
        #expect(Set(folder.names.map { $0.lowercased() }).count == keys.count)
        #expect(folder.names.allSatisfy { $0.utf8.count < 200 && $0.hasSuffix(".state") && !$0.hasPrefix(".") })
    }

    @Test("a record is read as it was written, under its own key and version alone")
    func record() {
        let data = HydratedData(version: 7, bytes: Array("line\nline".utf8))
        let content = StateRecord(data, key: "x").content
        #expect(content.starts(with: "bloc-state-1 7 ".utf8))
        #expect(StateRecord(content, key: "x")?.data == data)
        #expect(StateRecord(content, key: "y") == nil, "a file under another name is not its state")
        #expect(StateRecord(StateRecord(data, key: "").content, key: "")?.data == data)
    }

    @Test("G70 what a killed process left, and files of other programs, are not listed as keys")
    func leftovers() throws {
        #expect(try storage.keys().isEmpty, "there is no folder yet")
        let long = String(repeating: "key ", count: 100)
        for key in ["a", long] { try storage.write(Self.data("1"), for: key) }
        let foreign = [
            "a.state.part", "b.state.part", "a.state.aside-1", "README", "A.state", "%zz.state", "%2.state",
            "%61.state",
            "\(FileName.of(long)).part", "x~y.state",
        ]
        for name in foreign { try folder.write(Array("x".utf8), to: name) }
        #expect(try storage.keys().sorted() == ["a", long].sorted())
    }

    @Test("G41a two values for one folder are one storage")
    func identity() {
        let path = FileManager.default.currentDirectoryPath
        func identity(_ folder: String) -> AnyHashable {
            let identity = FileHydrationStorage(folder: folder).identity
            return AnyHashable(identity)
        }
        let same = ["states", "./states", "states/", "a/../states", path + "/states"].map(identity)
        #expect(Set(same).count == 1)
        #expect(same[0] != identity("other"))
    }
}
