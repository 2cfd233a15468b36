import Primitives

/// Shows a QR code, in black and white whatever the theme, or says how large the window has to be.
package struct QRView: TerminalView {
    /// Light squares around the code; the standard asks for four, cameras of today need two.
    private static let margin = 2

    private let texts: [String]

    /// Shows the first text whose code fits; the longest comes first.
    package init(_ texts: [String]) {
        self.texts = texts
    }

    package func draw(in canvas: Canvas) {
        var message = ""
        for text in texts {
            let code: QRCode
            do {
                code = try QRCode(Array(text.utf8))
            } catch {
                message =
                    switch error {
                    case .tooLong: "This is too long for a QR code."
                    case .libraryMissing:
                        "QR codes need libqrencode; install the package libqrencode4 (Debian, Ubuntu)."
                    }
                continue
            }
            let side = code.size + 2 * QRView.margin
            let isHalved = !canvas.glyphs.halfBlocks.isEmpty
            let needed = isHalved ? Size(columns: side, rows: (side + 1) / 2) : Size(columns: 2 * side, rows: side)
            guard needed.columns <= canvas.size.columns, needed.rows <= canvas.size.rows else {
                message = "The QR code needs \(needed.columns)×\(needed.rows) cells; enlarge the window."
                continue
            }
            let part = canvas.sub(canvas.bounds.centered(needed))
            return isHalved ? drawHalfBlocks(code, in: part) : draw(code, in: part)
        }
        canvas.draw(TextView(message, alignment: .center))
    }

    /// Draws two squares to a cell, one over the other.
    ///
    /// The light ones are drawn, so that it works without colors on dark terminals.
    private func drawHalfBlocks(_ code: QRCode, in canvas: Canvas) {
        for y in 0..<canvas.size.rows {
            let text = (0..<canvas.size.columns).map { x in
                let (column, row) = (x - QRView.margin, 2 * y - QRView.margin)
                let upper = code.isDark(x: column, y: row) ? 0 : 2
                return canvas.glyphs.halfBlocks[upper + (code.isDark(x: column, y: row + 1) ? 0 : 1)]
            }
            canvas.text(text.joined(), at: Point(x: 0, y: y), style: Style(.paper, on: .ink))
        }
    }

    /// A square takes two columns, which together are about as wide as high.
    private func draw(_ code: QRCode, in canvas: Canvas) {
        for y in 0..<canvas.size.rows {
            for x in 0..<canvas.size.columns / 2 {
                let isDark = code.isDark(x: x - QRView.margin, y: y - QRView.margin)
                canvas.sub(Rect(x: 2 * x, y: y, columns: 2, rows: 1)).fill(style: Style(on: isDark ? .ink : .paper))
            }
        }
    }
}

/// A QR code: bytes as squares for a camera, made by libqrencode.
package struct QRCode: Sendable {
    /// Why there is no code.
    package enum Problem: Error, Hashable, Sendable {
        /// libqrencode is not installed.
        case libraryMissing
        /// No code holds so many bytes.
        case tooLong
    }

    /// The squares in a row.
    package let size: Int
    private let dark: [Bool]

    /// Makes the smallest code that holds the bytes, and can be read when 7 percent of it are damaged.
    package init(_ bytes: [UInt8]) throws(Problem) {
        guard let library = QRLibrary.shared else { throw .libraryMissing }
        guard let pointer = library.encode(CInt(bytes.count), bytes, 0, 0) else { throw .tooLong }
        defer { library.free(pointer) }
        let code = pointer.load(as: QRLibrary.Code.self)
        let width = Int(code.width)
        size = width
        dark = (0..<width * width).map { code.squares[$0] & 1 == 1 }
    }

    /// Whether a square is dark; outside of the code all are light.
    package func isDark(x: Int, y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && dark[y * size + x]
    }
}

/// The functions of libqrencode 4, which is loaded when the first code is made.
struct QRLibrary: Sendable {
    /// `QRcode_encodeData`: the number of bytes, the bytes, the least version, and the level of correction; a `QRcode`.
    typealias Encode =
        @convention(c) (CInt, UnsafePointer<UInt8>, CInt, CInt) -> UnsafeMutableRawPointer?
    typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

    /// `QRcode` in `qrencode.h`.
    struct Code {
        let version: CInt
        let width: CInt
        /// The lowest bit of a square says that it is dark.
        let squares: UnsafeMutablePointer<UInt8>
    }

    let encode: Encode
    let free: Free

    static let shared = QRLibrary(["libqrencode.so.4", "libqrencode.4.dylib"])

    /// Loads the first library that exists; `nil` when there is none.
    init?(_ names: [String]) {
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first,
            let encode = dlsym(handle, "QRcode_encodeData"), let free = dlsym(handle, "QRcode_free")
        else { return nil }
        // The types are those of the header; the library is never unloaded.
        self.encode = unsafeBitCast(encode, to: Encode.self)
        self.free = unsafeBitCast(free, to: Free.self)
    }
}

@available(*, unavailable)
extension QRLibrary.Code: Sendable {}
