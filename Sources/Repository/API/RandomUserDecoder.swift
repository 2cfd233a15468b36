/// The decoded content of a response.
struct RandomUserContent {
    /// The member `info`; a part is `nil` when the server leaves it out.
    struct Info: Equatable {
        var seed: String?
        var results: String?
        var page: String?
        var version: String?
    }

    var people: [RemotePerson] = []
    var unreadable: [(index: Int, reason: String)] = []
    var info = Info()
    /// The server's own error message.
    var error: String?
}

/// Decodes the JSON of randomuser.me 1.0 to 1.4; people that cannot be decoded are skipped one by one.
enum RandomUserDecoder {
    /// The reason why the whole response cannot be used.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// The most undecodable people of a page; more mean that the body is something else.
    private static let unreadableLimit = 5000

    /// Decodes a response.
    ///
    /// - Throws: ``Failure`` when the bytes are not JSON, or hold neither a list of people nor an error.
    static func decode(_ bytes: [UInt8]) throws -> RandomUserContent {
        try bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(buffer)
            do {
                return try decode(&reader)
            } catch let error as JSONReader.SyntaxError {
                throw Failure(reason: error.description)
            }
        }
    }

    private static func decode(_ reader: inout JSONReader) throws -> RandomUserContent {
        var content = RandomUserContent()
        var hasResults = false
        guard try reader.peek() == .object else {
            let kind = try reader.peek()
            try reader.skip()
            try reader.finish()
            throw Failure(reason: "its JSON is \(kind.name), not an object with “results”")
        }
        try reader.members { key, reader in
            switch (key, try reader.peek()) {
            case ("results", .array):
                hasResults = true
                try decodePeople(&reader, into: &content)
            case ("info", .object): content.info = try info(&reader)
            case ("error", .string): content.error = try? tolerant(&reader)
            case ("error", _):
                content.error = "an error without a text"
                try reader.skip()
            default: try reader.skip()
            }
        }
        try reader.finish()
        guard hasResults || content.error != nil else { throw Failure(reason: "its JSON holds no list “results”") }
        return content
    }

    private static func decodePeople(_ reader: inout JSONReader, into content: inout RandomUserContent) throws {
        // A duplicate member replaces the first, as in most JSON readers.
        content.people = []
        content.unreadable = []
        try reader.elements { index, reader in
            let start = reader
            do {
                content.people.append(try RandomUserPerson.decode(&reader, index: index))
            } catch let problem as RandomUserPerson.Unreadable {
                reader = start
                try reader.skip()
                content.unreadable.append((index, problem.reason))
                guard content.unreadable.count <= unreadableLimit else {
                    throw Failure(reason: "more than \(unreadableLimit) of its people cannot be read")
                }
            }
        }
    }

    private static func info(_ reader: inout JSONReader) throws -> RandomUserContent.Info {
        var info = RandomUserContent.Info()
        try reader.members { key, reader in
            switch key {
            case "seed": info.seed = try tolerant(&reader)
            case "results": info.results = try tolerant(&reader)
            case "page": info.page = try tolerant(&reader)
            case "version": info.version = try tolerant(&reader)
            default: try reader.skip()
            }
        }
        return info
    }

    /// A text, or a number as text; `nil` for anything else.
    private static func tolerant(_ reader: inout JSONReader) throws -> String? {
        let start = reader
        switch try reader.peek() {
        case .number: return try reader.number()
        case .string:
            if let text = try? reader.string() { return text }
            reader = start
            try reader.skip()
            return nil
        default:
            try reader.skip()
            return nil
        }
    }
}
