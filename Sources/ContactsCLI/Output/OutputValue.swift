import Repository

/// What a field of a contact holds, as a tree that every format can write.
indirect enum OutputValue: Equatable, Sendable {
    case unknown
    case text(String)
    case flag(Bool)
    case number(Int)
    case list([OutputValue])
    case object([(key: String, value: OutputValue)])

    init(_ text: String?) {
        self = text.map(OutputValue.text) ?? .unknown
    }

    init(_ texts: [String]) {
        self = .list(texts.map(OutputValue.text))
    }

    init(_ values: [ContactValue]) {
        self = .list(values.map { Self.value(.text($0.value), types: $0.types, isPreferred: $0.isPreferred) })
    }

    init(_ addresses: [ContactAddress]) {
        self = .list(
            addresses.map { Self.value(OutputValue($0.address), types: $0.types, isPreferred: $0.isPreferred) }
        )
    }

    init(_ address: PostalAddress) {
        self = Self.texts([
            ("street", address.street), ("city", address.city), ("state", address.state),
            ("postcode", address.postcode), ("country", address.country), ("poBox", address.poBox),
            ("extended", address.extended),
        ])
    }

    init(_ name: PersonName) {
        self = Self.texts([
            ("title", name.title), ("first", name.first), ("last", name.last), ("middle", name.middle),
            ("suffix", name.suffix), ("formatted", name.formatted),
        ])
    }

    init(_ picture: PictureLinks) {
        self = Self.texts([("large", picture.large), ("medium", picture.medium), ("thumbnail", picture.thumbnail)])
    }

    init(_ photo: ContactPhoto?) {
        switch photo {
        case nil: self = .unknown
        case .uri(let uri): self = Self.texts([("uri", uri)])
        case .data(let mediaType, let base64): self = Self.texts([("mediaType", mediaType), ("data", base64)])
        }
    }

    static func == (left: OutputValue, right: OutputValue) -> Bool {
        switch (left, right) {
        case (.unknown, .unknown): true
        case (.text(let left), .text(let right)): left == right
        case (.flag(let left), .flag(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)): left.elementsEqual(right) { $0 == $1 }
        default: false
        }
    }

    private static func texts(_ members: [(String, String?)]) -> OutputValue {
        .object(members.map { ($0.0, OutputValue($0.1)) })
    }

    private static func value(_ value: OutputValue, types: [String], isPreferred: Bool) -> OutputValue {
        .object([("value", value), ("types", OutputValue(types)), ("preferred", .flag(isPreferred))])
    }
}
