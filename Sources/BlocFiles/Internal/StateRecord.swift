import Bloc
import Primitives

/// The content of a file: a line that describes the data, then the data.
///
/// The line has the version of the data and a digest of version, key and data, so that a damaged or misplaced file is noticed.
/// If the key is too long for the name of the file, it is a fourth word.
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
        guard words.count == 3 || words.count == 4, words[0] == Self.mark, let version = Int(words[1]) else {
            return nil
        }
        self.init(HydratedData(version: version, bytes: Array(content[(end + 1)...])), key: key)
        guard words[2] == digest else { return nil }
    }

    var content: [UInt8] {
        let word = FileName.isCut(FileName.of(key)) ? " " + FileName.escaped(key) : ""
        return Array("\(Self.mark) \(data.version) \(digest)\(word)\n".utf8) + data.bytes
    }

    /// The key in a file that has it, which is not proved to be right.
    static func key(in content: [UInt8]) -> String? {
        let words = content.prefix { $0 != newline }.split(separator: UInt8(ascii: " "))
        return words.count == 4 ? FileName.unescaped(words[3]) : nil
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
        if key.isEmpty { return "%" + ending }
        let name = escaped(key)
        guard name.utf8.count > longest else { return name + ending }
        return "\(name.prefix(longest - 65))~\(Hexadecimal.text(of: SHA256.digest(of: Array(key.utf8))))\(ending)"
    }

    /// The key of a name; `nil` for a name that ``of(_:)`` cut, and for one that it does not give.
    static func key(of name: String) -> String? {
        guard name.hasSuffix(ending) else { return nil }
        let text = name.dropLast(ending.count)
        guard let key = text == "%" ? "" : unescaped(text.utf8), of(key) == name else { return nil }
        return key
    }

    /// Whether the key is too long for the name.
    static func isCut(_ name: String) -> Bool { name.hasSuffix(ending) && name.contains("~") }

    /// The key in the characters of a name.
    static func escaped(_ key: String) -> String {
        var text = ""
        for byte in key.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                text += "%" + Hexadecimal.text(of: [byte])
            }
        }
        return text
    }

    /// Undoes ``escaped(_:)``, also for some texts that it does not give: their keys have other names.
    static func unescaped(_ text: some Collection<UInt8>) -> String? {
        String(validating: HexEscapes.decode(text, sign: UInt8(ascii: "%")), as: UTF8.self)
    }

    private static let ending = ".state"

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
