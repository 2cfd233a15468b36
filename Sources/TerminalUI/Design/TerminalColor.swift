/// The number of colors that a terminal supports.
package enum ColorDepth: Int, CaseIterable, Sendable {
    case none = 0
    /// The 16 colors that the user configured in the terminal.
    case ansi = 16
    /// Those, plus a cube of 6 × 6 × 6 colors and 24 grays.
    case indexed = 256
    case trueColor = 16_777_216
}

/// A color in a terminal's terms.
package enum TerminalColor: Hashable, Sendable {
    /// The terminal's default color.
    case standard
    /// An index in the palette of 16 or 256 colors.
    case indexed(UInt8)
    case rgb(RGB)
}

package struct RGB: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    /// - Parameter value: The color as 0xRRGGBB.
    package init(_ value: UInt32) {
        red = UInt8(value >> 16 & 0xFF)
        green = UInt8(value >> 8 & 0xFF)
        blue = UInt8(value & 0xFF)
    }

    /// The color as `#rrggbb`.
    package var hexadecimal: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The perceived brightness, from 0 to 1 (relative luminance).
    package var luminance: Double {
        func linear(_ value: UInt8) -> Double {
            let part = Double(value) / 255
            // Squaring approximates the sRGB curve well enough to distinguish dark from light and to rank contrasts.
            return part * part
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The closest of the 240 colors that are the same on all 256-color terminals.
    package var nearestIndex: UInt8 {
        func step(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
        func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            let (dr, dg, db) = (r - Int(red), g - Int(green), b - Int(blue))
            return dr * dr + dg * dg + db * db
        }
        let (r, g, b) = (step(red), step(green), step(blue))
        let average = (Int(red) + Int(green) + Int(blue)) / 3
        let gray = min(23, max(0, (average - 3) / 10))
        let grayLevel = 8 + 10 * gray
        return distance(grayLevel, grayLevel, grayLevel) < distance(level(r), level(g), level(b))
            ? UInt8(232 + gray) : UInt8(16 + 36 * r + 6 * g + b)
    }
}
