import Foundation
import Testing

@testable import TerminalUI

struct QRCodeTests {
    @Test(arguments: [
        (QRCode.Level.low, 1, 17), (.medium, 1, 14), (.quartile, 1, 11), (.high, 1, 7), (.low, 9, 230), (.low, 10, 271),
        (.medium, 10, 213), (.high, 20, 382), (.low, 20, 858), (.medium, 20, 666), (.quartile, 20, 482),
    ])
    func `a version holds as many bytes as the standard says`(level: QRCode.Level, version: Int, bytes: Int) {
        #expect(QRBlocks(version, level).mostBytes == bytes)
        let code = QRCode(Array(repeating: 0x61, count: bytes), level: level)
        #expect(code?.version == version)
        #expect(code?.size == 17 + 4 * version)
        #expect(
            QRCode(Array(repeating: 0x61, count: bytes + 1), level: level)?.version
                == (version < 20 ? version + 1 : nil)
        )
    }

    @Test(arguments: QRCode.Level.allCases, [0, 1, 17, 60, 134, 300, 370])
    func `a code is read back, and nothing in it is damaged`(level: QRCode.Level, count: Int) throws {
        var numbers = SeededNumbers(UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let code = try #require(QRCode(bytes, level: level))
        // The bits, without the mask.
        let bits = code.dataPlaces.map { code.isDark(x: $0.x, y: $0.y) != QRCode.flips(code.mask, $0.x, $0.y) }
        let blocks = QRBlocks(code.version, level)
        let all = (0..<blocks.totalBytes).map { index in
            bits[index * 8..<index * 8 + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var parts = blocks.lengths.map { _ in [UInt8]() }
        var next = all.makeIterator()
        for index in 0..<(blocks.lengths.max() ?? 0) {
            for (number, length) in blocks.lengths.enumerated() where index < length {
                parts[number].append(next.next() ?? 0)
            }
        }
        let data = parts.flatMap { $0 }
        for _ in 0..<blocks.repairing {
            for number in parts.indices { parts[number].append(next.next() ?? 0) }
        }
        for part in parts {
            #expect(
                QRField.remainder(of: part, by: QRField.divisor(degree: blocks.repairing))
                    == Array(repeating: 0, count: blocks.repairing)
            )
        }
        let halves = data.flatMap { [$0 >> 4, $0 & 15] }
        let lengthHalves = code.version < 10 ? 2 : 4
        #expect(halves[0] == 4)
        #expect(halves[1...lengthHalves].reduce(0) { $0 << 4 | Int($1) } == count)
        let start = 1 + lengthHalves
        #expect((0..<count).map { halves[start + 2 * $0] << 4 | halves[start + 2 * $0 + 1] } == bytes)
    }

    /// A program that knows nothing of this one.
    private static let reader = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg", "/opt/homebrew/bin/zbarimg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
        .enabled(if: reader != nil, "zbarimg is not installed"),
        arguments: [
            ("BEGIN:VCARD\nFN:Ada\nEND:VCARD", QRCode.Level.low),
            (String(repeating: "https://example.org/", count: 15), .medium),
            ("TEL:+41 44 123 45 67", .high), (String(repeating: "x", count: 800), .low), ("quartile", .quartile),
        ]
    )
    func `another program reads it`(text: String, level: QRCode.Level) throws {
        let code = try #require(QRCode(Array(text.utf8), level: level))
        let side = (code.size + 8) * 4
        var picture = Data("P5 \(side) \(side) 255\n".utf8)
        for y in 0..<side {
            for x in 0..<side { picture.append(code.isDark(x: x / 4 - 4, y: y / 4 - 4) ? 0 : 255) }
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pgm")
        try picture.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.reader.map { URL(filePath: $0) }
        process.arguments = ["--quiet", "--raw", "--oneshot", file.path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let read = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(read.hasPrefix(text))
    }
}
