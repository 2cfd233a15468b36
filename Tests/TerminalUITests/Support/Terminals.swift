import Synchronization

@testable import TerminalUI

/// Descriptions of terminals for tests, which take turns: ncurses has one at a time.
enum Terminals {
    private static let turn = Mutex(())

    static func with<Result>(
        _ terminal: String,
        environment: [String: String] = [:],
        _ body: (TerminalDescription) throws -> Result
    ) throws -> Result {
        try turn.withLock { _ in
            let library = try NcursesLibrary.load()
            return try body(
                TerminalDescription(terminal: terminal, descriptor: 1, environment: environment, library: library)
            )
        }
    }
}

/// Does what xterm does with the sequences that frames are made of.
///
/// Each scalar goes where the cursor is, and the cursor moves by a width that may be wrong, as on real terminals.
struct EmulatedTerminal {
    let size: Size
    private(set) var cells: [String]
    private(set) var cursor = Point.zero
    private(set) var isCursorShown = true
    private let width: (Unicode.Scalar) -> Int

    init(size: Size, width: @escaping (Unicode.Scalar) -> Int = { DisplayWidth.columns(of: $0) }) {
        self.size = size
        self.width = width
        cells = Array(repeating: "?", count: size.columns * size.rows)
    }

    mutating func write(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                put(scalar)
                continue
            }
            let kind = rest.popFirst()
            // A choice of characters has one more letter.
            if kind == "(" { rest.removeFirst() }
            guard kind == "[" else { continue }
            var parameters = ""
            while let next = rest.popFirst() {
                if (0x40...0x7E).contains(next.value) {
                    control(next, parameters.split(separator: ";").map { Int($0.drop { $0 == "?" }) ?? 0 })
                    break
                }
                parameters.unicodeScalars.append(next)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        // A choice of characters, which changes nothing here.
        if scalar.value < 0x20 { return }
        let columns = width(scalar)
        if columns == 0 {
            var before = cursor.y * size.columns + cursor.x - 1
            // The right half of a wide character is empty.
            if before > 0, cells[before].isEmpty { before -= 1 }
            if before >= 0 { cells[before].unicodeScalars.append(scalar) }
            return
        }
        guard cursor.x < size.columns else { return }
        cells[cursor.y * size.columns + cursor.x] = String(Character(scalar))
        if columns == 2, cursor.x + 1 < size.columns { cells[cursor.y * size.columns + cursor.x + 1] = "" }
        cursor.x += columns
    }

    private mutating func control(_ final: Unicode.Scalar, _ numbers: [Int]) {
        switch final {
        case "H":
            cursor = Point(x: (numbers.count > 1 ? numbers[1] : 1) - 1, y: (numbers.first ?? 1) - 1)
        case "J": cells = Array(repeating: " ", count: cells.count)
        case "h", "l": if numbers == [25] { isCursorShown = final == "h" }
        default: break
        }
    }

    /// The text of a cell; the second half of a wide character is empty.
    func text(x: Int, y: Int) -> String { cells[y * size.columns + x] }
}
