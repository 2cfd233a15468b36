/// A QR code: bytes as squares for a camera (ISO/IEC 18004, byte mode, versions 1 to 20).
package struct QRCode: Sendable, Equatable {
    /// How much of a code may be damaged.
    package enum Level: Int, CaseIterable, Sendable {
        /// About 7, 15, 25 and 30 percent.
        case low, medium, quartile, high

        /// As it is written in the code.
        fileprivate var formatBits: Int { [1, 0, 3, 2][rawValue] }
    }

    /// The largest version: what is larger is too large for a screen.
    package static let largestVersion = 20

    /// The version, 1 to 20; each has four more squares in a row than the one before.
    package private(set) var version: Int
    /// The squares in a row.
    package private(set) var size: Int
    /// The mask that was chosen, 0 to 7.
    private(set) var mask: Int
    private var dark: [Bool]
    /// Squares that have the same place in each code of a version.
    private var isFixed: [Bool]

    /// Makes the smallest code that holds the bytes; `nil` when there is none.
    package init?(_ bytes: [UInt8], level: Level = .medium) {
        guard
            let version = (1...QRCode.largestVersion).first(where: { bytes.count <= QRBlocks($0, level).mostBytes })
        else { return nil }
        self.version = version
        size = 17 + 4 * version
        dark = Array(repeating: false, count: size * size)
        isFixed = dark
        mask = 0
        drawFixed()
        draw(QRBlocks(version, level).codewords(for: bytes))
        var best: (code: QRCode, penalty: Int)?
        for mask in 0..<8 {
            let code = QRCode(self, mask: mask, level: level)
            let penalty = code.penalty
            if penalty < best?.penalty ?? .max { best = (code, penalty) }
        }
        guard let best else { return nil }
        self = best.code
    }

    /// A code with a mask over its data.
    private init(_ code: QRCode, mask: Int, level: Level) {
        version = code.version
        size = code.size
        dark = code.dark
        isFixed = code.isFixed
        self.mask = mask
        for y in 0..<size {
            for x in 0..<size where !isFixed[y * size + x] && QRCode.flips(mask, x, y) { dark[y * size + x].toggle() }
        }
        drawFormat(level: level)
    }

    /// Whether a square is dark; outside of the code all are light.
    package func isDark(x: Int, y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && dark[y * size + x]
    }

    /// Whether a square belongs to a pattern instead of to the data.
    func isPattern(x: Int, y: Int) -> Bool { isFixed[y * size + x] }

    /// Whether a mask turns a square over.
    static func flips(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        dark[y * size + x] = isDark
        isFixed[y * size + x] = true
    }

    // MARK: Patterns

    private mutating func drawFixed() {
        for place in 0..<size {
            fix(6, place, place % 2 == 0)
            fix(place, 6, place % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        let places = alignmentPlaces
        for (row, y) in places.enumerated() {
            for (column, x) in places.enumerated() {
                let last = places.count - 1
                let isAtFinder = (row == 0 && (column == 0 || column == last)) || (row == last && column == 0)
                if !isAtFinder { drawAlignment(x, y) }
            }
        }
        drawFormat(level: .low)
        drawVersion()
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
                let distance = max(abs(dx), abs(dy))
                fix(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment(_ x: Int, _ y: Int) {
        for dy in -2...2 {
            for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
    }

    private var alignmentPlaces: [Int] {
        if version == 1 { return [] }
        let count = version / 7 + 2
        let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
    }

    /// The level and the mask, twice, with a code of its own against damage.
    private mutating func drawFormat(level: Level) {
        let data = level.formatBits << 3 | mask
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (data << 10 | rest) ^ 0x5412
        func bit(_ number: Int) -> Bool { bits >> number & 1 == 1 }
        for number in 0...5 { fix(8, number, bit(number)) }
        fix(8, 7, bit(6))
        fix(8, 8, bit(7))
        fix(7, 8, bit(8))
        for number in 9..<15 { fix(14 - number, 8, bit(number)) }
        for number in 0..<8 { fix(size - 1 - number, 8, bit(number)) }
        for number in 8..<15 { fix(8, size - 15 + number, bit(number)) }
        fix(8, size - 8, true)
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        var rest = version
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version << 12 | rest
        for number in 0..<18 {
            let isDark = bits >> number & 1 == 1
            let (long, short) = (size - 11 + number % 3, number / 3)
            fix(long, short, isDark)
            fix(short, long, isDark)
        }
    }

    // MARK: Data

    /// Draws bits in columns of two from the right, up and down in turn.
    private mutating func draw(_ codewords: [UInt8]) {
        for (number, place) in dataPlaces.enumerated() where number < codewords.count * 8 {
            dark[place.y * size + place.x] = codewords[number / 8] >> (7 - number % 8) & 1 == 1
        }
    }

    /// The places of data, in the order of the bits.
    var dataPlaces: [Point] {
        var places: [Point] = []
        var right = size - 1
        while right >= 1 {
            // The column of the timing pattern is left out.
            if right == 6 { right = 5 }
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                let y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * size + x] { places.append(Point(x: x, y: y)) }
            }
            right -= 2
        }
        return places
    }

    // MARK: Penalty

    /// How hard the code is to read: runs, blocks, what looks like a corner, and too many squares of one color.
    private var penalty: Int {
        var sum = 0
        for line in 0..<size {
            sum += linePenalty { dark[line * size + $0] }
            sum += linePenalty { dark[$0 * size + line] }
        }
        for y in 0..<size - 1 {
            for x in 0..<size - 1 {
                let color = dark[y * size + x]
                if color == dark[y * size + x + 1], color == dark[(y + 1) * size + x],
                    color == dark[(y + 1) * size + x + 1]
                {
                    sum += 3
                }
            }
        }
        let count = dark.count { $0 }
        let steps = (abs(count * 20 - dark.count * 10) + dark.count - 1) / dark.count - 1
        return sum + max(0, steps) * 10
    }

    private func linePenalty(_ isDark: (Int) -> Bool) -> Int {
        var sum = 0
        var runColor = false
        var run = 0
        var history = 0
        for place in 0..<size {
            let color = isDark(place)
            run = color == runColor && place > 0 ? run + 1 : 1
            runColor = color
            if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
            history = (history << 1 | (color ? 1 : 0)) & 0x7FF
            // A corner with four light squares before or behind it.
            if place >= 10, history == 0b101_1101_0000 || history == 0b000_0101_1101 { sum += 40 }
        }
        return sum
    }
}
