import Primitives

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
