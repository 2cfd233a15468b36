import BlocTesting
import Testing
import XCConfigTesting

@testable import XCConfig

@Suite struct MutationTests {
    private static let seeds = [
        "A = $(B)\nB[sdk=linux*][arch=*] = x // comment\nB = $(inherited) y;\n#include \"b\"\n#include? \"none.xcconfig\"\n",
        "URL = https:/$()/host/$(PATH:default=api:upper)\nPATH = a b \"c d\" 'e' \\\n  more \\ // comment\n  end\n",
        "X = $(Y)$(Y)\nY = $(Z)$(X)\nZ = ${X}$[Y]$X_$(Y)$$ $\nX = $(X:dir:file=$(Y):base:suffix=.o)\n",
        "L = \"a b\" c\\ d ''\nM = $(L:identifier) $(L:c99extidentifier:quote:__md5) \"$(L)\"\nN = $(M_$(L))\u{2028}O = é\r\nP =\r",
        "\u{FEFF}# include \"b.xcconfig\" // x\nV = 1.2.3.4\nW = $(V:truncatedversion:not:rfc1034identifier)\n"
            + "R = $(/a/b:relativeto=$(V))$(V:isancestor=/)$(V:standardizepath)\n",
    ].map { Array($0.utf8) }

    private static let tokens = [
        "$(", ")", "${", "$[", "]", "[", "=", ":", "$", "\\", "\\\n", "\"", "'", "//", "#include \"", "\n", "\r",
        "\u{2028}", ";", " ", "inherited", "value", "default=", "upper", "$(A)", "$(inherited)", "A", "X = ", "\u{0}",
        "[sdk=*]", "/", "..", "é",
    ].map { Array($0.utf8) }

    /// A valid file in which a few places are changed at random.
    private static func file(_ generator: inout SplitMix64) -> [UInt8] {
        var bytes = seeds.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 1...8, using: &generator))
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.insert(contentsOf: tokens.randomElement(using: &generator) ?? [], at: place)
            case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            case 2: bytes.removeSubrange(place..<end)
            default: bytes.replaceSubrange(place..., with: seeds.randomElement(using: &generator) ?? [])
            }
        }
        return bytes
    }

    @Test(.timeLimit(.minutes(5)), arguments: 0..<4)
    func `1,000 mutated files neither crash nor hang, and diagnostics have valid positions`(part: UInt64) throws {
        var generator = SplitMix64(seed: part)
        for round in 0..<250 {
            let bytes = Self.file(&generator)
            var files = InMemoryConfigFileSystem(["/b.xcconfig": "A = b$(A)\n#include \"a\""])
            files.files["/a.xcconfig"] = bytes
            var resolver = ConfigResolver(fileSystem: files)
            resolver.conditions = ConditionValues(["sdk": "linux"])
            resolver.budget = ExpansionBudget(valueBytes: 1 << 14, totalBytes: 1 << 18, steps: 10_000, stepsPerByte: 0)
            let config = try resolver.resolve("/a.xcconfig")
            let isTold = config.diagnostics.allSatisfy {
                (1...1 + bytes.count).contains($0.position.line) && $0.position.column >= 1 && !$0.message.isEmpty
                    && !$0.hint.isEmpty
            }
            #expect(isTold, "part \(part), round \(round)")
            let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
            #expect(isUTF8 || config.hasErrors, "part \(part), round \(round)")
        }
    }
}
