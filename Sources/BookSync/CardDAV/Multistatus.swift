/// One `response` of a multistatus reply: an item of a collection, or one that was requested.
struct DAVResponse: Equatable, Sendable {
    /// The hrefs of the response, as the server wrote them; nearly always one.
    var hrefs: [String] = []
    /// The status of the items as a whole; `nil` if the properties have their own.
    var status: Int?
    /// The properties that the server returned successfully.
    var properties = DAVProperties()
    /// The statuses of properties that it didn't return.
    var refusals: Set<Int> = []
    /// The names of the conditions in `error`.
    var conditions: Set<String> = []
}

/// The properties that are parsed.
struct DAVProperties: Equatable, Sendable {
    /// The texts of the properties that consist of one.
    fileprivate var texts: [Tag: String] = [:]
    /// The bytes of the card.
    var card: [UInt8]?
    /// Whether the card was left out because it exceeded ``MultistatusReader/cardLimit``.
    var isCardTooLarge = false
    var isCollection = false
    var isAddressBook = false
    /// Whether the type of resource was given; Google omits it.
    var hasResourceType = false
    /// The addresses of the account's principal, and of the collections with its address books.
    var principals: [String] = []
    var homes: [String] = []
    /// The names of the reports that the collection supports.
    var reports: Set<String> = []
    /// The names of the account's privileges; `nil` if the server doesn't report them.
    var privileges: Set<String>?
    /// The versions of vCard that the collection supports.
    var cardVersions: Set<String> = []

    /// The tag of the current version, with its quotation marks.
    var etag: String? { texts[.etag] }
    var contentType: String? { texts[.contentType] }
    var displayName: String? { texts[.displayName] }
    var color: String? { texts[.color] }
    var description: String? { texts[.description] }
    var syncToken: String? { texts[.syncToken] }
    var changeTag: String? { texts[.changeTag] }
    var maximumCardSize: Int? { texts[.maximumSize].flatMap { Int($0) } }

    /// Merges the properties in another part of the same response.
    mutating func merge(_ other: DAVProperties) {
        texts.merge(other.texts) { $1 }
        card = other.card ?? card
        isCardTooLarge = isCardTooLarge || other.isCardTooLarge
        isCollection = isCollection || other.isCollection
        isAddressBook = isAddressBook || other.isAddressBook
        hasResourceType = hasResourceType || other.hasResourceType
        principals += other.principals
        homes += other.homes
        reports.formUnion(other.reports)
        if let given = other.privileges { privileges = (privileges ?? []).union(given) }
        cardVersions.formUnion(other.cardVersions)
    }
}

/// Parses multistatus replies (RFC 4918) as they arrive, and passes on each response once it is complete.
final class MultistatusReader {
    /// The maximum size of a card in bytes.
    static let cardLimit = 16 << 20
    /// The maximum number of values of one kind in a response: addresses, conditions, reports, privileges.
    static let valueLimit = 100
    /// The maximum number of responses in a reply.
    static let countLimit = 1_000_000

    /// The token in a `sync-collection` reply.
    private(set) var syncToken: String?
    private(set) var count = 0

    private let root: Tag
    private let cardLimit: Int
    /// Called with each response.
    var emit: (DAVResponse) -> Void
    private var path: [Tag] = []
    private var response = DAVResponse()
    private var properties = DAVProperties()
    private var propertyStatus = 200
    private var text: [UInt8] = []
    private var isTextTooLong = false

    /// Creates a reader that passes each response to `emit`; cards beyond the limit are left out.
    convenience init(cardLimit: Int = MultistatusReader.cardLimit, emit: @escaping (DAVResponse) -> Void = { _ in }) {
        self.init(root: .multistatus, cardLimit: cardLimit, emit: emit)
    }

    private init(root: Tag, cardLimit: Int = 0, emit: @escaping (DAVResponse) -> Void = { _ in }) {
        (self.root, self.cardLimit, self.emit) = (root, cardLimit, emit)
    }

    /// Returns the conditions that the body of an error says weren't met (RFC 4918, section 16); empty for any other body.
    static func conditions(in body: [UInt8]) -> Set<String> {
        let reader = MultistatusReader(root: .error)
        do throws(XMLFault) {
            let stream = try XMLStream(reader, lengthLimit: 1 << 20)
            try stream.append(body)
            try stream.finish()
        } catch {
            return []
        }
        return reader.response.conditions
    }

    /// Adds one of several values.
    private static func insert(_ value: String, into values: inout Set<String>) throws(XMLFault) {
        values.insert(value)
        try check(values.count)
    }

    private static func append(_ value: String, to values: inout [String]) throws(XMLFault) {
        values.append(value)
        try check(values.count)
    }

    private static func check(_ count: Int) throws(XMLFault) {
        guard count <= valueLimit else {
            throw .beyondLimit("a response with more than \(valueLimit) values of a kind")
        }
    }

    func begin(_ name: XMLName, attributes: [XMLName: String]) throws(XMLFault) {
        let parent = path.last
        let tag = Tag.of(name)
        if path.isEmpty, tag != root { throw .unexpectedRoot(String(name.local.prefix(40))) }
        path.append(tag)
        text = []
        isTextTooLong = false
        switch (tag, parent) {
        case (.response, .multistatus): response = DAVResponse()
        case (.propstat, .response):
            properties = DAVProperties()
            propertyStatus = 200
        case (.resourceType, .prop): properties.hasResourceType = true
        case (.collection, .resourceType): properties.isCollection = true
        case (.addressBook, .resourceType): properties.isAddressBook = true
        case (.privileges, .prop): properties.privileges = []
        case (_, .report): try Self.insert(name.local, into: &properties.reports)
        case (_, .privilege):
            var privileges = properties.privileges ?? []
            try Self.insert(name.local, into: &privileges)
            properties.privileges = privileges
        // The name of the child differs between servers; its attributes don't.
        case (_, .cardData):
            if let version = attributes[XMLName("", "version")] {
                try Self.insert(String(version.prefix(10)), into: &properties.cardVersions)
            }
        case (_, .error): try Self.insert(name.local, into: &response.conditions)
        default: break
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) throws(XMLFault) {
        guard let tag = path.last, tag.hasText else { return }
        let limit = tag == .card ? cardLimit : tag.textLimit
        guard text.count + bytes.count <= limit, !isTextTooLong else {
            guard tag == .card else { throw .beyondLimit("\(tag.kind) of more than \(limit >> 10) kB") }
            isTextTooLong = true
            text = []
            return
        }
        text.append(contentsOf: bytes)
    }

    func end() throws(XMLFault) {
        guard let tag = path.popLast() else { return }
        defer { if tag.hasText { text = [] } }
        switch (tag, path.last) {
        case (.href, .response):
            if response.hrefs.count < Self.valueLimit { response.hrefs.append(trimmed) }
        case (.href, .principal): try Self.append(trimmed, to: &properties.principals)
        case (.href, .home): try Self.append(trimmed, to: &properties.homes)
        case (.status, .response): response.status = Self.status(trimmed)
        case (.status, .propstat): propertyStatus = Self.status(trimmed) ?? propertyStatus
        case (.syncToken, .multistatus): syncToken = trimmed
        case (.card, .prop):
            properties.isCardTooLarge = isTextTooLong
            properties.card = isTextTooLong ? nil : text
        case (_, .prop) where tag.hasText: properties.texts[tag] = trimmed.isEmpty ? nil : trimmed
        case (.propstat, .response):
            if (200..<300).contains(propertyStatus) {
                response.properties.merge(properties)
                // The limits apply to all parts of a response together.
                try Self.check(max(response.properties.principals.count, response.properties.homes.count))
            } else {
                response.refusals.insert(propertyStatus)
                try Self.check(response.refusals.count)
            }
        case (.response, .multistatus):
            count += 1
            guard count <= Self.countLimit else { throw .beyondLimit("more than \(Self.countLimit) items") }
            emit(response)
        default: break
        }
    }

    /// The text of the element without surrounding space.
    private var trimmed: String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let begin = text.drop(while: isSpace)
        guard let last = begin.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(decoding: begin[...last], as: UTF8.self)
    }

    /// Returns the number in a line such as `HTTP/1.1 404 Not Found`.
    private static func status(_ line: String) -> Int? {
        let words = line.split(separator: " ")
        return words.lazy.compactMap { $0.count == 3 ? Int($0) : nil }.first
    }
}

/// The elements that are parsed.
private enum Tag: Hashable {
    case multistatus, response, href, status, propstat, prop, error
    case etag, card, contentType, displayName, color, description, syncToken, changeTag, maximumSize
    case resourceType, collection, addressBook, principal, home
    case reports, supportedReport, report, privileges, privilege, cardData
    case other

    /// Whether the text of the element is kept.
    var hasText: Bool {
        switch self {
        case .href, .status, .etag, .card, .contentType, .displayName, .color, .description, .syncToken, .changeTag,
            .maximumSize:
            true
        default: false
        }
    }

    /// The maximum size of the text in bytes; text that is sent back has to fit into a line of a request.
    var textLimit: Int {
        switch self {
        case .href: 8 << 10
        case .etag, .status: 1 << 10
        case .syncToken, .changeTag: 4 << 10
        default: 64 << 10
        }
    }

    /// The name of the element in messages.
    var kind: String {
        switch self {
        case .href: "an address (href)"
        case .etag: "a tag (ETag)"
        case .status: "a status"
        case .syncToken, .changeTag: "a token"
        default: "a property"
        }
    }

    static func of(_ name: XMLName) -> Tag { known[name] ?? .other }

    private static let known: [XMLName: Tag] = {
        let dav: [String: Tag] = [
            "multistatus": .multistatus, "response": .response, "href": .href, "status": .status,
            "propstat": .propstat, "prop": .prop, "error": .error, "getetag": .etag, "getcontenttype": .contentType,
            "displayname": .displayName, "sync-token": .syncToken, "resourcetype": .resourceType,
            "collection": .collection, "current-user-principal": .principal, "supported-report-set": .reports,
            "supported-report": .supportedReport, "report": .report, "current-user-privilege-set": .privileges,
            "privilege": .privilege,
        ]
        let carddav: [String: Tag] = [
            "address-data": .card, "addressbook": .addressBook, "addressbook-home-set": .home,
            "addressbook-description": .description, "supported-address-data": .cardData,
            "max-resource-size": .maximumSize,
        ]
        var known: [XMLName: Tag] = [:]
        for (local, tag) in dav { known[XMLName("DAV:", local)] = tag }
        for (local, tag) in carddav { known[XMLName("urn:ietf:params:xml:ns:carddav", local)] = tag }
        known[XMLName("http://calendarserver.org/ns/", "getctag")] = .changeTag
        known[XMLName("http://inf-it.com/ns/ab/", "addressbook-color")] = .color
        return known
    }()
}
