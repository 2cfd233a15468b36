/// A `response` element of a multistatus reply: a collection's item, or one that was requested.
struct DAVResponse: Equatable, Sendable {
    /// The response's href, as the server wrote it; the first one if there are several.
    var href: String?
    /// The status of the whole response; `nil` if each property has its own.
    var status: Int?
    /// The properties that the server returned successfully.
    var properties = DAVProperties()
}

struct DAVProperties: Equatable, Sendable {
    /// The values of properties that consist of text.
    fileprivate var texts: [DAVTag: String] = [:]
    /// The values of properties that consist of elements.
    fileprivate var values: [DAVTag: [String]] = [:]
    var card: [UInt8]?
    /// Whether the card was dropped because it exceeded ``CardBytes/limit``.
    var isCardTooLarge = false

    /// The current version's ETag, including quotation marks.
    var etag: String? { texts[.etag] }
    var contentType: String? { texts[.contentType] }
    var displayName: String? { texts[.displayName] }
    var syncToken: String? { texts[.syncToken] }
    var changeTag: String? { texts[.changeTag] }
    var isCollection: Bool { values[.resourceType]?.contains("collection") == true }
    var isAddressBook: Bool { values[.resourceType]?.contains("addressbook") == true }
    /// Whether the resource type is included; Google omits it.
    var hasResourceType: Bool { values[.resourceType] != nil }
    /// The URLs of the account's principal and of its address book homes.
    var principals: [String] { values[.principal] ?? [] }
    var homes: [String] { values[.home] ?? [] }
    /// The names of the supported reports.
    var reports: Set<String> { Set(values[.reports] ?? []) }
    /// Whether the account lacks all write privileges; `false` if the server doesn't report privileges.
    var isReadOnly: Bool {
        values[.privileges].map { Set($0).isDisjoint(with: ["all", "write", "write-content", "bind"]) } ?? false
    }
    /// The supported vCard versions.
    var cardVersions: Set<String> { Set(values[.cardData] ?? []) }

    /// Merges the properties from another part of the same response.
    mutating func merge(_ other: DAVProperties) {
        texts.merge(other.texts) { $1 }
        values.merge(other.values) { $0 + $1 }
        card = other.card ?? card
        isCardTooLarge = isCardTooLarge || other.isCardTooLarge
    }
}

/// Parses multistatus replies (RFC 4918) incrementally, and emits each response once it is complete.
final class MultistatusReader {
    /// The maximum number of values of one kind in a response: hrefs, conditions, reports, privileges.
    static let valueLimit = 100
    static let countLimit = 1_000_000

    /// The new token in a `sync-collection` reply.
    private(set) var syncToken: String?
    private(set) var count = 0

    private let root: DAVTag
    private let cardLimit: Int
    /// The fault that made the reader abort the document.
    var fault: XMLFault?
    var emit: (DAVResponse) -> Void
    private var path: [DAVTag] = []
    private var response = DAVResponse()
    /// The precondition codes in the body of an error.
    private var conditions: Set<String> = []
    private var properties = DAVProperties()
    private var propertyStatus = 200
    private var text: [UInt8] = []
    private var isTextTooLong = false

    /// Creates a reader that passes each response to `emit`; cards beyond the limit are dropped.
    init(
        root: DAVTag = .multistatus,
        cardLimit: Int = CardBytes.limit,
        emit: @escaping (DAVResponse) -> Void = { _ in }
    ) {
        (self.root, self.cardLimit, self.emit) = (root, cardLimit, emit)
    }

    /// Returns the unmet preconditions in an error's body (RFC 4918, section 16); empty for any other body.
    static func conditions(in body: [UInt8]) -> Set<String> {
        let reader = MultistatusReader(root: .error)
        do throws(XMLFault) {
            let stream = try XMLStream(reader, lengthLimit: 1 << 20)
            try stream.append(body)
            try stream.finish()
        } catch {
            return []
        }
        return reader.conditions
    }

    private func append(_ value: String, to tag: DAVTag) throws(XMLFault) {
        properties.values[tag, default: []].append(value)
        try Self.check(properties.values[tag]?.count ?? 0)
    }

    private static func check(_ count: Int) throws(XMLFault) {
        guard count <= valueLimit else {
            throw .beyondLimit("a response with more than \(valueLimit) values of one kind")
        }
    }

    /// Starts an element; names are in libexpat's form: the namespace's URI, a space and the local name.
    func begin(_ name: String, attributes: [String: String]) throws(XMLFault) {
        let parent = path.last
        let tag = DAVTag(rawValue: name) ?? .other
        let local = XMLStream.local(name)
        if path.isEmpty, tag != root {
            throw local.lowercased() == "html" ? .webPage : .unexpectedRoot(String(local.prefix(40)))
        }
        guard path.count < XMLStream.depthLimit else {
            throw .beyondLimit("elements nested more than \(XMLStream.depthLimit) deep")
        }
        path.append(tag)
        text = []
        isTextTooLong = false
        switch (tag, parent) {
        case (.response, .multistatus): response = DAVResponse()
        case (.propstat, .response):
            properties = DAVProperties()
            propertyStatus = 200
        case (.resourceType, .prop), (.privileges, .prop): properties.values[tag] = []
        case (.collection, .resourceType), (.addressBook, .resourceType): try append(local, to: .resourceType)
        case (_, .report): try append(local, to: .reports)
        case (_, .privilege): try append(local, to: .privileges)
        // Servers use different names for the child element, but the same attributes.
        case (_, .cardData):
            if let version = attributes["version"] { try append(String(version.prefix(10)), to: .cardData) }
        case (_, .error):
            conditions.insert(local)
            try Self.check(conditions.count)
        default: break
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) throws(XMLFault) {
        guard let tag = path.last, let (most, kind) = tag.limit else { return }
        let limit = tag == .card ? cardLimit : most
        guard text.count + bytes.count <= limit, !isTextTooLong else {
            guard tag == .card else { throw .beyondLimit("\(kind) of more than \(limit >> 10) kB") }
            isTextTooLong = true
            text = []
            return
        }
        text.append(contentsOf: bytes)
    }

    func end() throws(XMLFault) {
        guard let tag = path.popLast() else { return }
        defer { if tag.limit != nil { text = [] } }
        switch (tag, path.last) {
        case (.href, .response): response.href = response.href ?? trimmed
        case (.href, .principal?), (.href, .home?): try append(trimmed, to: path.last ?? .other)
        case (.status, .response): response.status = Self.status(trimmed)
        case (.status, .propstat): propertyStatus = Self.status(trimmed) ?? propertyStatus
        case (.syncToken, .multistatus): syncToken = trimmed
        case (.card, .prop):
            properties.isCardTooLarge = isTextTooLong
            properties.card = isTextTooLong ? nil : text
        case (_, .prop) where tag.limit != nil: properties.texts[tag] = trimmed.isEmpty ? nil : trimmed
        case (.propstat, .response):
            if (200..<300).contains(propertyStatus) {
                response.properties.merge(properties)
                // The limits apply to all parts of a response combined.
                try Self.check(response.properties.values.values.map(\.count).max() ?? 0)
            }
        case (.response, .multistatus):
            count += 1
            guard count <= Self.countLimit else { throw .beyondLimit("more than \(Self.countLimit) items") }
            emit(response)
        default: break
        }
    }

    /// The element's text without leading and trailing whitespace.
    private var trimmed: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let begin = text.drop(while: isSpace)
        guard let last = begin.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(decoding: begin[...last], as: UTF8.self)
    }

    /// Returns the status code in a line such as `HTTP/1.1 404 Not Found`.
    private static func status(_ line: String) -> Int? {
        let words = line.split(separator: " ")
        return words.lazy.compactMap { $0.count == 3 ? Int($0) : nil }.first
    }
}

/// The elements that the reader handles, by their names in libexpat's form.
enum DAVTag: String {
    case multistatus = "DAV: multistatus"
    case response = "DAV: response"
    case href = "DAV: href"
    case status = "DAV: status"
    case propstat = "DAV: propstat"
    case prop = "DAV: prop"
    case error = "DAV: error"
    case etag = "DAV: getetag"
    case contentType = "DAV: getcontenttype"
    case displayName = "DAV: displayname"
    case syncToken = "DAV: sync-token"
    case changeTag = "http://calendarserver.org/ns/ getctag"
    case resourceType = "DAV: resourcetype"
    case collection = "DAV: collection"
    case addressBook = "urn:ietf:params:xml:ns:carddav addressbook"
    case principal = "DAV: current-user-principal"
    case home = "urn:ietf:params:xml:ns:carddav addressbook-home-set"
    case reports = "DAV: supported-report-set"
    case report = "DAV: report"
    case privileges = "DAV: current-user-privilege-set"
    case privilege = "DAV: privilege"
    case cardData = "urn:ietf:params:xml:ns:carddav supported-address-data"
    case card = "urn:ietf:params:xml:ns:carddav address-data"
    case other

    /// The maximum size of the element's text in bytes, and a name for messages; `nil` if the text isn't kept.
    ///
    /// Text that will be sent back has to fit into a request.
    var limit: (bytes: Int, kind: String)? {
        switch self {
        case .href: (8 << 10, "an address (href)")
        case .etag: (1 << 10, "a tag (ETag)")
        case .status: (1 << 10, "a status")
        case .syncToken, .changeTag: (4 << 10, "a token")
        case .contentType, .displayName: (64 << 10, "a property")
        case .card: (CardBytes.limit, "a card")
        default: nil
        }
    }
}
