import CExpat
import Primitives

/// The reason why an XML document wasn't read to the end.
package enum XMLFault: Error, Equatable, Sendable, CustomStringConvertible {
    case libraryMissing
    case malformed(line: Int)
    /// The document has a document type declaration, which could define entities.
    case documentType
    case webPage
    case unexpectedRoot(String)
    case beyondLimit(String)
    case empty

    /// A description that fits at the end of a sentence.
    package var description: String {
        switch self {
        case .libraryMissing:
            "libexpat could not be loaded; install the package libexpat1 (Debian, Ubuntu)"
        case .malformed(let line): "it is not well-formed XML (line \(line))"
        case .documentType: "it is XML with a document type, which is not allowed"
        case .webPage: "it is a web page (HTML)"
        case .unexpectedRoot(let name): "it is a different kind of XML (its root element is “\(name)”)"
        case .beyondLimit(let what): "it has \(what)"
        case .empty: "it is empty"
        }
    }
}

/// Parses XML incrementally, using memory that doesn't grow with the document.
///
/// Rejects document types, and therefore entities. Limits depth and length. Removes control characters that XML doesn't
/// allow instead of rejecting the document, because servers pass on the ones in their cards.
final class XMLStream {
    static let depthLimit = 64
    /// The maximum document size in bytes.
    static let lengthLimit = 1 << 30
    /// The maximum size of a tag or comment in bytes.
    ///
    /// Before version 2.6, libexpat rescans an unfinished one from its first byte whenever more data arrives.
    static let tokenLimit = 64 << 10

    private let parser: OpaquePointer
    private let reader: MultistatusReader
    private let lengthLimit: Int
    private var sanitizer = XMLSanitizer()
    private var length = 0
    private var passed = 0
    private(set) var fault: XMLFault?
    /// The first bytes, to recognize web pages.
    private var head: [UInt8] = []

    /// libexpat's functions, loaded for the first document.
    ///
    /// Safe to share: C never changes or frees the data.
    nonisolated(unsafe) private static let library: OpaquePointer? = {
        let names: [String] = ["libexpat.so.1", "libexpat.1.dylib", "libexpat.dylib"]
        return names.lazy.compactMap { cexpat_open($0) }.first
    }()

    init(_ reader: MultistatusReader, lengthLimit: Int = XMLStream.lengthLimit) throws(XMLFault) {
        self.reader = reader
        self.lengthLimit = lengthLimit
        guard let library = Self.library else { throw .libraryMissing }
        let parser = cexpat_parser_new(
            library,
            Unmanaged.passUnretained(reader).toOpaque(),
            { context, name, attributes in
                call(context) { reader throws(XMLFault) in
                    try reader.begin(String(cString: name), attributes: dictionary(attributes))
                }
            },
            { context, _ in call(context) { reader throws(XMLFault) in try reader.end() } },
            { context, bytes, count in
                call(context) { reader throws(XMLFault) in
                    try reader.text(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                }
            }
        )
        guard let parser else { throw .beyondLimit("more data than memory") }
        self.parser = parser
    }

    deinit { cexpat_parser_free(parser) }

    /// Parses the next bytes.
    func append(_ bytes: UnsafeRawBufferPointer) throws(XMLFault) {
        if let fault { throw fault }
        length += bytes.count
        guard length <= lengthLimit else { throw keep(.beyondLimit("more than \(lengthLimit >> 20) MB")) }
        if head.count < 512 { head.append(contentsOf: bytes.prefix(512 - head.count)) }
        try read(sanitizer.clean(bytes), isLast: false)
    }

    /// Parses the next bytes.
    func append(_ bytes: [UInt8]) throws(XMLFault) {
        try bytes.withUnsafeBufferPointer { bytes throws(XMLFault) in try append(UnsafeRawBufferPointer(bytes)) }
    }

    func finish() throws(XMLFault) {
        if let fault { throw fault }
        guard head.contains(where: { $0 > 0x20 }) else { throw keep(.empty) }
        try read(sanitizer.rest(), isLast: true)
    }

    private func read(_ bytes: [UInt8], isLast: Bool) throws(XMLFault) {
        let result = bytes.withUnsafeBytes { bytes in
            cexpat_parser_read(
                parser,
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                bytes.count,
                isLast ? 1 : 0
            )
        }
        switch result {
        case CEXPAT_OK:
            passed += bytes.count
            guard isLast || passed - Int(cexpat_parser_index(parser)) <= Self.tokenLimit else {
                throw keep(.beyondLimit("a tag or comment of more than \(Self.tokenLimit >> 10) kB"))
            }
        case CEXPAT_DOCTYPE: throw keep(looksLikeWebPage ? .webPage : .documentType)
        case CEXPAT_STOPPED: throw keep(reader.fault ?? .malformed(line: line))
        case CEXPAT_NO_MEMORY: throw keep(.beyondLimit("more data than memory"))
        default: throw keep(looksLikeWebPage ? .webPage : .malformed(line: line))
        }
    }

    private func keep(_ fault: XMLFault) -> XMLFault {
        self.fault = fault
        return fault
    }

    private var line: Int { Int(clamping: cexpat_parser_line(parser)) }

    private var looksLikeWebPage: Bool {
        let text = String(decoding: head, as: UTF8.self).lowercased()
        return text.contains("<!doctype html") || text.contains("<html")
    }

    /// Returns the local part of a name in libexpat's form, in which a space separates it from the namespace.
    static func local(_ name: String) -> String { String(name.split(separator: " ").last ?? "") }
}

/// Calls the reader behind a libexpat callback; returns 0, which aborts parsing, if it throws.
private func call(_ context: UnsafeMutableRawPointer, _ body: (MultistatusReader) throws(XMLFault) -> Void) -> Int32 {
    let reader = Unmanaged<MultistatusReader>.fromOpaque(context).takeUnretainedValue()
    do throws(XMLFault) {
        try body(reader)
        return 1
    } catch {
        reader.fault = error
        return 0
    }
}

/// Returns an element's attributes, which arrive as alternating names and values.
private func dictionary(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) -> [String: String] {
    var values: [String: String] = [:]
    var next = attributes
    while let key = next[0], let value = next[1] {
        values[String(cString: key)] = String(cString: value)
        next += 2
    }
    return values
}

/// Removes characters that XML 1.0 doesn't allow, both raw and as references such as `&#11;`.
///
/// Supports UTF-8 and its subsets, which is all that servers send.
struct XMLSanitizer {
    /// The maximum length of a reference to look for.
    private static let longestReference = 12

    /// An incomplete reference or character at the end of the last chunk.
    private var held: [UInt8] = []

    /// Returns the chunk without forbidden characters; its end may be held back until the next chunk.
    mutating func clean(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var input = held + bytes
        let start = input.suffix(Self.longestReference - 1).lastIndex { $0 == UInt8(ascii: "&") || $0 == 0xEF }
        let isIncomplete = start.map { start in
            input[start] == 0xEF ? start + 3 > input.count : !input[start...].contains(UInt8(ascii: ";"))
        }
        held = isIncomplete == true ? Array(input[(start ?? 0)...]) : []
        input.removeLast(held.count)
        return Self.scan(input)
    }

    /// Returns the bytes still held back at the end of the document.
    func rest() -> [UInt8] { Self.scan(held) }

    private static func scan(_ input: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        // Copy everything allowed since `kept` in one go.
        var (kept, index) = (0, 0)
        while index < input.count {
            let bad = forbidden(input, at: index)
            if bad > 0 {
                output += input[kept..<index]
                kept = index + bad
            }
            index += max(bad, 1)
        }
        return output + input[kept...]
    }

    /// Returns the length of the forbidden character or reference at an index; 0 if it is allowed.
    private static func forbidden(_ bytes: [UInt8], at index: Int) -> Int {
        switch bytes[index] {
        case 0x09, 0x0A, 0x0D: return 0
        case ..<0x20: return 1
        case 0xEF:
            // U+FFFE and U+FFFF.
            return index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE ? 3 : 0
        case UInt8(ascii: "&"):
            let head = bytes[index...].prefix(longestReference)
            guard head.dropFirst().first == UInt8(ascii: "#"), let end = head.firstIndex(of: UInt8(ascii: ";"))
            else { return 0 }
            let digits = String(decoding: head[(index + 2)..<end], as: UTF8.self)
            let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.map(isAllowed) ?? true ? 0 : end - index + 1
        default: return 0
        }
    }

    private static func isAllowed(_ code: UInt32) -> Bool {
        switch code {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }
}
