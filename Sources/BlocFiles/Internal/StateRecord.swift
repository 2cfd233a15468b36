import Bloc
import Primitives

/// The content of a file: a line that describes the data, then the data.
///
/// The line has the version of the data and a digest of version, key and data, so that a damaged or misplaced file is noticed.
struct StateRecord {
    /// The version of what is no state.
    ///
    /// No bloc reads it: versions are 1 or more.
    static let noVersion = 0

    private static let mark = "bloc-state-1"
    private static let newline = UInt8(ascii: "\n")

    let data: HydratedData
    private let key: String

    init(_ data: HydratedData, key: String) {
        self.data = data
        self.key = key
    }

    /// Reads a file; `nil` when it is not as it was written.
    init?(_ content: [UInt8], key: String) {
        guard let end = content.firstIndex(of: Self.newline) else { return nil }
        let words = String(decoding: content[..<end], as: UTF8.self).split(separator: " ")
        guard words.count == 3, words[0] == Self.mark, let version = Int(words[1]) else { return nil }
        self.init(HydratedData(version: version, bytes: Array(content[(end + 1)...])), key: key)
        guard words[2] == digest else { return nil }
    }

    var content: [UInt8] {
        Array("\(Self.mark) \(data.version) \(digest)\n".utf8) + data.bytes
    }

    private var digest: String {
        // The count keeps apart what would be the same bytes in a row.
        let name = Array("\(data.version) \(key.utf8.count) \(key) ".utf8)
        return Hexadecimal.text(of: SHA256.digest(of: name + data.bytes))
    }
}

/// The name of a key's file.
enum FileName {
    /// The longest name before the endings; file systems allow 255 bytes.
    private static let longest = 160

    /// A name that no other key has, on file systems that ignore case or change the form of letters, too.
    ///
    /// Small letters, digits, `-` and `_` stand for themselves and other bytes are written as `%2f`. What would be too long is
    /// cut and ends in a digest of the key.
    static func of(_ key: String) -> String {
        // No name would begin with the dot of the ending, and be hidden.
        if key.isEmpty { return "%.state" }
        let name = key.utf8.map { byte in
            isPlain(byte) ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(of: [byte])
        }.joined()
        guard name.utf8.count > longest else { return name + ".state" }
        return "\(name.prefix(longest - 65))~\(Hexadecimal.text(of: SHA256.digest(of: Array(key.utf8)))).state"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
