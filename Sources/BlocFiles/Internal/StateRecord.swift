import Bloc
import Primitives

/// The content of a file: a header line that describes the data, then the data.
///
/// The header has the version of the data and a digest of version, key and data, so that a damaged or misplaced file is
/// detected. If the key is too long for the name of the file, it is the fourth word of the header.
struct StateRecord {
    /// The version that marks invalid data.
    ///
    /// No bloc reads it, because versions are 1 or more.
    static let noVersion = 0

    private static let mark = "bloc-state-1"
    private static let newline = UInt8(ascii: "\n")

    let data: HydratedData
    private let key: String

    init(_ data: HydratedData, key: String) {
        self.data = data
        self.key = key
    }

    /// Parses the content of a file; `nil` if it isn't what was written.
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

    /// Returns the key in a file that contains it, without verifying it.
    static func key(in content: [UInt8]) -> String? {
        let words = content.prefix { $0 != newline }.split(separator: UInt8(ascii: " "))
        return words.count == 4 ? FileName.unescaped(words[3]) : nil
    }

    private var digest: String {
        // The length separates key and data, which could otherwise form the same bytes.
        let name = Array("\(data.version) \(key.utf8.count) \(key) ".utf8)
        return Hexadecimal.text(of: SHA256.digest(of: name + data.bytes))
    }
}

/// File names for keys.
enum FileName {
    private static let ending = ".state"
    /// The maximum length of a name without its endings; file systems allow 255 bytes.
    private static let longest = 160

    /// Returns a name that no other key has, even on file systems that ignore case or normalize characters.
    ///
    /// Lowercase letters, digits, `-` and `_` are kept; other bytes are written as `%2f`. A name that would be too long
    /// is truncated and ends with a digest of the key.
    static func of(_ key: String) -> String {
        // An empty name would begin with the dot of the ending, so the file would be hidden.
        if key.isEmpty { return "%" + ending }
        let name = escaped(key)
        guard name.utf8.count > longest else { return name + ending }
        return "\(name.prefix(longest - 65))~\(Hexadecimal.text(of: SHA256.digest(of: Array(key.utf8))))\(ending)"
    }

    /// Returns the key of a name; `nil` for a name that ``of(_:)`` truncated or can't produce.
    static func key(of name: String) -> String? {
        guard name.hasSuffix(ending) else { return nil }
        let text = name.dropLast(ending.count)
        guard let key = text == "%" ? "" : unescaped(text.utf8), of(key) == name else { return nil }
        return key
    }

    /// Returns whether the name is truncated because the key is too long.
    static func isCut(_ name: String) -> Bool { name.hasSuffix(ending) && name.contains("~") }

    /// Returns the key escaped for use in a name.
    static func escaped(_ key: String) -> String {
        var text = ""
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                text.unicodeScalars.append(UnicodeScalar(byte))
            default: text += "%" + Hexadecimal.text(of: [byte])
            }
        }
        return text
    }

    /// Reverses ``escaped(_:)``, and accepts some texts that it never produces: their keys have other names.
    static func unescaped(_ text: some Collection<UInt8>) -> String? {
        String(validating: HexEscapes.decode(text, sign: UInt8(ascii: "%")), as: UTF8.self)
    }

}
