#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The texts of many rows as C strings.
final class TextRows {
    private let count: Int
    private var texts: [UnsafePointer<CChar>?] = []
    private var lengths: [Int32] = []

    init(_ rows: [[String?]]) {
        count = rows.count
        for text in rows.joined() {
            texts.append(text.flatMap { UnsafePointer(strdup($0)) })
            lengths.append(Int32(text?.utf8.count ?? 0))
        }
    }

    deinit { for text in texts { free(UnsafeMutableRawPointer(mutating: text)) } }

    /// Calls `body` for each 5,000 rows, the size of a page of a sync.
    func withPages(
        _ columns: Int,
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, Int) throws -> Void
    ) throws {
        try texts.withUnsafeBufferPointer { texts in
            try lengths.withUnsafeBufferPointer { lengths in
                guard let text = texts.baseAddress, let length = lengths.baseAddress else { return }
                for start in stride(from: 0, to: count, by: 5000) {
                    try body(text + start * columns, length + start * columns, min(5000, count - start))
                }
            }
        }
    }
}
