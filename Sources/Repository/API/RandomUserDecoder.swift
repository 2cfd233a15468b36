struct RandomUserContent {
    var people: [RemotePerson] = []
    var unreadable: [(index: Int, reason: String)] = []
    /// The texts and numbers in the member `info`, such as `seed`, `results`, `page` and `version`.
    var info: [String: String] = [:]
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
        let value: Any
        do {
            value = try JSONReader.parse(bytes, keepsInvalidText: true)
        } catch let error as JSONReader.SyntaxError {
            throw Failure(reason: error.description)
        }
        guard let page = value as? [String: Any] else {
            throw Failure(reason: "its JSON is \(JSONReader.kind(of: value)), not an object with “results”")
        }
        var content = RandomUserContent()
        switch page["error"] {
        case nil, JSONScalar.invalidText?: break
        case let error?: content.error = error as? String ?? "an error without a text"
        }
        let results = page["results"] as? [Any]
        guard results != nil || content.error != nil else { throw Failure(reason: "its JSON holds no list “results”") }
        for (index, person) in (results ?? []).enumerated() {
            do {
                content.people.append(try RandomUserPerson.decode(person, index: index))
            } catch let problem as RandomUserPerson.Unreadable {
                content.unreadable.append((index, problem.reason))
            }
        }
        guard content.unreadable.count <= unreadableLimit else {
            throw Failure(reason: "more than \(unreadableLimit) of its people cannot be read")
        }
        content.info = (page["info"] as? [String: Any] ?? [:]).compactMapValues(text)
        return content
    }

    /// A text, or a number as text; `nil` for anything else.
    private static func text(_ value: Any) -> String? {
        if case JSONScalar.number(let number) = value { number } else { value as? String }
    }
}
