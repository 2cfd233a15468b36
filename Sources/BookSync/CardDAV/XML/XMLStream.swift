import CExpat
import Primitives

/// The reason that an XML document wasn't read to its end.
package enum XMLFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// libexpat is not installed.
    case libraryMissing
    /// It is not well-formed.
    case malformed(line: Int)
    /// It declares a document type, which could define entities.
    case documentType
    /// It is a web page.
    case webPage
    /// Its root element isn't the expected one.
    case unexpectedRoot(String)
    /// It exceeds a limit on depth, size or number.
    case beyondLimit(String)
    /// It ended early, or was empty.
    case empty

    /// The fault, as the end of a sentence.
    package var description: String {
        switch self {
        case .libraryMissing:
            "libexpat could not be loaded; install the package libexpat1 (Debian, Ubuntu)"
        case .malformed(let line): "it is not well-formed XML (line \(line))"
        case .documentType: "it is XML with a document type, which is refused"
        case .webPage: "it is a web page (HTML)"
        case .unexpectedRoot(let name): "it is XML of another kind (its first element is “\(name)”)"
        case .beyondLimit(let what): "it has \(what)"
        case .empty: "it is empty"
        }
    }
}

/// The name of an element or attribute.
struct XMLName: Hashable {
    /// The address of the namespace; empty without one.
    var space: String
    /// The local name.
    var local: String

    init(_ space: String, _ local: String) {
        (self.space, self.local) = (space, local)
    }

    /// Parses libexpat's form, where the last space ends the namespace, since a local name has none.
    init(expanded text: String) {
        let utf8 = text.utf8
        if let space = utf8.lastIndex(of: UInt8(ascii: " ")) {
            self.init(String(text[..<space]), String(text[utf8.index(after: space)...]))
        } else {
            self.init("", text)
        }
    }
}

/// Receives the parts of a document in order; each call may end the document with a fault.
protocol XMLHandler: AnyObject {
    /// Called when an element begins.
    func begin(_ name: XMLName, attributes: [XMLName: String]) throws(XMLFault)
    /// Called when the innermost element ends.
    func end() throws(XMLFault)
    /// Called with a piece of text of the innermost element.
    func text(_ bytes: UnsafeRawBufferPointer) throws(XMLFault)
}

/// Parses XML as it arrives, in memory that doesn't grow with the document.
///
/// Document types, and so entities, are refused; depth and length are limited; control characters that XML doesn't allow
/// are removed instead of ending the document, because servers pass on those in their cards.
final class XMLStream {
    /// The maximum depth of elements.
    static let depthLimit = 64
    /// The maximum sizes in bytes of a document, and of one in UTF-16.
    static let lengthLimit = 1 << 30
    static let wideLimit = 1 << 20
    /// The maximum size in bytes of a name with its namespace, and the maximum numbers of names in a document and of
    /// attributes of an element.
    static let nameLimit = 1 << 10
    static let nameCountLimit = 1_000
    static let attributeLimit = 100

    private let parser: OpaquePointer
    private let handler: any XMLHandler
    private let lengthLimit: Int
    private var sanitizer = XMLSanitizer()
    private var tokens = XMLTokens()
    /// A document in UTF-16, which is parsed as a whole: no server writes long ones.
    private var wide: [UInt8] = []
    private var depth = 0
    private var length = 0
    private var hasRoot = false
    /// The distinct names so far; libexpat keeps each of them, so memory grows with their number.
    private var names: Set<XMLName> = []
    private var fault: XMLFault?
    /// The first bytes, by which a web page is recognized.
    private var head: [UInt8] = []

    init(_ handler: any XMLHandler, lengthLimit: Int = XMLStream.lengthLimit) throws(XMLFault) {
        self.handler = handler
        self.lengthLimit = lengthLimit
        let library = try ExpatLibrary.load()
        let box = Box()
        let parser = cexpat_parser_new(
            library.functions,
            Unmanaged.passUnretained(box).toOpaque(),
            { context, name, attributes in Box.of(context).stream?.begin(name, attributes) == true ? 1 : 0 },
            { context, _ in Box.of(context).stream?.end() == true ? 1 : 0 },
            { context, bytes, count in Box.of(context).stream?.text(bytes, Int(count)) == true ? 1 : 0 },
            { context, prefix in Box.of(context).stream?.declare(prefix) == true ? 1 : 0 }
        )
        guard let parser else { throw .beyondLimit("no memory left for it") }
        self.parser = parser
        self.box = box
        box.stream = self
    }

    deinit { cexpat_parser_free(parser) }

    /// The object that libexpat passes back: it lives as long as the stream and doesn't retain it.
    private final class Box {
        weak var stream: XMLStream?

        static func of(_ context: UnsafeMutableRawPointer) -> Box {
            Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
        }
    }
    private let box: Box

    /// Parses the next bytes.
    func append(_ bytes: UnsafeRawBufferPointer) throws(XMLFault) {
        if let fault { throw fault }
        length += bytes.count
        guard length <= lengthLimit else { throw keep(.beyondLimit("more than \(lengthLimit >> 20) MB")) }
        if head.count < 512 { head.append(contentsOf: bytes.prefix(512 - head.count)) }
        let clean = sanitizer.clean(bytes)
        guard sanitizer.isWide != true else {
            wide += clean
            guard wide.count <= Self.wideLimit else {
                throw keep(.beyondLimit("more than \(Self.wideLimit >> 20) MB in UTF-16"))
            }
            return
        }
        try read(whole(clean), isLast: false)
    }

    /// Parses the next bytes.
    func append(_ bytes: [UInt8]) throws(XMLFault) {
        let outcome = bytes.withUnsafeBytes { bytes -> XMLFault? in
            do throws(XMLFault) {
                try append(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let outcome { throw outcome }
    }

    /// Ends the document.
    func finish() throws(XMLFault) {
        if let fault { throw fault }
        guard head.contains(where: { $0 > 0x20 }) else { throw keep(.empty) }
        let rest = sanitizer.rest()
        guard sanitizer.isWide != true else { return try read(wide + rest, isLast: true) }
        try read(whole(rest) + tokens.rest(), isLast: true)
    }

    /// Returns the bytes up to the end of the last complete tag, comment or other token.
    private func whole(_ bytes: [UInt8]) throws(XMLFault) -> [UInt8] {
        do throws(XMLFault) {
            return try tokens.whole(bytes)
        } catch {
            switch error {
            case .documentType: throw keep(looksLikeWebPage ? .webPage : error)
            case .malformed: throw keep(looksLikeWebPage ? .webPage : .malformed(line: line))
            default: throw keep(error)
            }
        }
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
        case CEXPAT_OK: return
        case CEXPAT_DOCTYPE: throw keep(looksLikeWebPage ? .webPage : .documentType)
        case CEXPAT_STOPPED: throw keep(fault ?? .malformed(line: line))
        case CEXPAT_NO_MEMORY: throw keep(.beyondLimit("no memory left for it"))
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

    // MARK: - From libexpat

    private func begin(
        _ name: UnsafePointer<CChar>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) -> Bool {
        stopping { () throws(XMLFault) in
            depth += 1
            guard depth <= Self.depthLimit else {
                throw .beyondLimit("elements in more than \(Self.depthLimit) others")
            }
            let name = try self.name(name)
            if !hasRoot {
                hasRoot = true
                if name.local.lowercased() == "html" { throw .webPage }
            }
            var values: [XMLName: String] = [:]
            var next = attributes
            while let key = next[0], let value = next[1] {
                values[try self.name(key)] = String(cString: value)
                guard values.count <= Self.attributeLimit else {
                    throw .beyondLimit("an element with more than \(Self.attributeLimit) attributes")
                }
                next += 2
            }
            try handler.begin(name, attributes: values)
        }
    }

    /// Returns the name of an element or attribute, sharing its text with earlier uses.
    private func name(_ text: UnsafePointer<CChar>) throws(XMLFault) -> XMLName {
        guard strnlen(text, Self.nameLimit + 1) <= Self.nameLimit else {
            throw .beyondLimit("a name of more than \(Self.nameLimit >> 10) kB")
        }
        let (isNew, name) = names.insert(XMLName(expanded: String(cString: text)))
        guard !isNew || names.count <= Self.nameCountLimit else {
            throw .beyondLimit("more than \(Self.nameCountLimit) different names")
        }
        return name
    }

    private func declare(_ prefix: UnsafePointer<CChar>?) -> Bool {
        stopping { () throws(XMLFault) in
            if let prefix { _ = try name(prefix) }
        }
    }

    private func end() -> Bool {
        stopping { () throws(XMLFault) in
            depth -= 1
            try handler.end()
        }
    }

    private func text(_ bytes: UnsafePointer<CChar>, _ count: Int) -> Bool {
        stopping { () throws(XMLFault) in try handler.text(UnsafeRawBufferPointer(start: bytes, count: count)) }
    }

    private func stopping(_ body: () throws(XMLFault) -> Void) -> Bool {
        do throws(XMLFault) {
            try body()
            return true
        } catch {
            fault = error
            return false
        }
    }
}
