import Foundation

/// A terminal without a screen, so that a test sees what a person would.
final class PseudoTerminal: Sendable {
    private let controller: Int32
    /// The side that a program writes to.
    let terminal: Int32

    init(columns: UInt16, rows: UInt16 = 24) throws {
        var sides: (controller: Int32, terminal: Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&sides.controller, &sides.terminal, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
        (controller, terminal) = sides
    }

    deinit {
        close(controller)
        close(terminal)
    }

    /// Makes the window as wide as that.
    func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Puts text where a program that reads from the terminal finds it, a line at a time.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard bytes.withUnsafeBytes({ write(controller, $0.baseAddress, $0.count) }) == bytes.count else {
            throw POSIXError(.EIO)
        }
    }

    /// The side that a program writes to, which is not closed with the handle.
    var handle: FileHandle { FileHandle(fileDescriptor: terminal) }

    /// The path of the side that a program writes to.
    var name: String { ttyname(terminal).map { String(cString: $0) } ?? "" }

    private static let endMarker = Array("\u{4}end\u{4}".utf8)

    /// Marks the end of the text.
    func end() { _ = Self.endMarker.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) } }

    /// Reads what is written until ``end()``, so that the buffer of the terminal never fills.
    func textAsItComes() async -> String {
        await withCheckedContinuation { continuation in
            // Reading blocks, and must not take a thread from Swift's pool.
            Thread.detachNewThread { [self] in continuation.resume(returning: readToEnd()) }
        }
    }

    /// What was written, once the program has ended; less than the terminal's buffer holds.
    func text() -> String {
        end()
        return readToEnd()
    }

    private func readToEnd() -> String {
        let marker = Self.endMarker
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !bytes.suffix(marker.count).elementsEqual(marker) {
            let count = chunk.withUnsafeMutableBytes { read(controller, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return String(decoding: bytes.dropLast(marker.count), as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
