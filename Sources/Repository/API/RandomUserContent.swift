/// The content of a response of randomuser.me 1.0 to 1.4; people that cannot be decoded are skipped one by one.
struct RandomUserContent {
    /// The reason why a response or a person cannot be decoded; names fields and kinds, never values.
    struct Unreadable: Error, Equatable {
        let reason: String
    }

    private(set) var people: [RemotePerson] = []
    private(set) var unreadable: [(index: Int, reason: String)] = []
    /// The texts and numbers in the member `info`, such as `seed`, `results`, `page` and `version`.
    let info: [String: String]
    /// The server's own message.
    private(set) var error: String?

    /// The most undecodable people of a page; more mean that the body is something else.
    private static let unreadableLimit = 5000

    /// Decodes a response.
    ///
    /// - Throws: ``Unreadable`` when the bytes are not JSON, or hold neither a list of people nor an error.
    init(_ bytes: [UInt8]) throws {
        let value: Any
        do {
            value = try JSONReader.parse(bytes, keepsInvalidText: true)
        } catch let error as JSONReader.SyntaxError {
            throw Unreadable(reason: error.description)
        }
        guard let page = value as? [String: Any] else {
            throw Unreadable(reason: "its JSON is \(JSONReader.kind(of: value)), not an object with “results”")
        }
        info = (page["info"] as? [String: Any] ?? [:]).compactMapValues { value in
            if case JSONScalar.number(let number) = value { number } else { value as? String }
        }
        switch page["error"] {
        case nil, JSONScalar.invalidText?: break
        case let message?: error = message as? String ?? "an error without a text"
        }
        let results = page["results"] as? [Any]
        guard results != nil || error != nil else { throw Unreadable(reason: "its JSON holds no list “results”") }
        for (index, person) in (results ?? []).enumerated() {
            do {
                people.append(try RandomUserPerson.decode(person, index: index))
            } catch let problem as Unreadable {
                unreadable.append((index, problem.reason))
            }
        }
        guard unreadable.count <= Self.unreadableLimit else {
            throw Unreadable(reason: "more than \(Self.unreadableLimit) of its people cannot be read")
        }
    }
}
