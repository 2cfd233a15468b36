/// Turns an API response into a page or an error, based on its status first, then on its body.
struct RandomUserAnswer {
    let requested: ContactSource
    let page: Int
    let results: Int
    /// The server's URL without secrets.
    let server: String
    /// The current time in seconds since 1970, for comparison with a `Retry-After` date.
    let now: Int64

    /// Decodes the page, or throws the reason why it can't be decoded.
    func page(of response: HTTPResponse) throws -> RemotePage {
        switch response.status {
        case 200...299: return try page(in: response)
        case 401, 403:
            throw RepositoryError(
                .unauthorized,
                "\(server) refuses access (\(response.status))\(said(response)). Check the API token."
            )
        case 429:
            let wait = RetryAfter.seconds(response.headers["Retry-After"], now: now)
            let when = wait.map(RetryAfter.text) ?? "in a few minutes"
            throw RepositoryError(
                .rateLimited,
                "\(server) is limiting requests (429)\(said(response)). Try again \(when)."
            )
        default:
            throw RepositoryError(
                .server,
                "\(server) answered with status \(response.status)\(said(response)). Try again later."
            )
        }
    }

    private func page(in response: HTTPResponse) throws -> RemotePage {
        let content: RandomUserContent
        do {
            content = try RandomUserContent(response.body)
        } catch let error as RandomUserContent.Unreadable {
            throw RepositoryError(
                .server,
                "\(server) did not return a page of people: \(error.reason)\(said(response))."
            )
        }
        if let error = content.error, content.people.isEmpty {
            throw RepositoryError(.server, "\(server) answered: “\(DisplaySafeText.line(error))”. Try again later.")
        }
        var notices = content.unreadable.map {
            RepositoryNotice.unreadablePerson(page: page, index: $0.index, reason: $0.reason)
        }
        if let difference = difference(of: content) { notices.append(difference) }
        var read = RemotePage(people: content.people, source: answered(content.info), notices: notices)
        // Without a validator, the next request gets the whole response, so the notices appear again.
        if notices.isEmpty { read.validator = validator(of: response) }
        return read
    }

    /// The page's entity tag, or else its date of last modification.
    private func validator(of response: HTTPResponse) -> String? {
        if let tag = response.headers["ETag"], (1...200).contains(tag.utf8.count),
            tag.utf8.allSatisfy({ (33...126).contains($0) })
        {
            return tag
        }
        return response.headers["Last-Modified"].flatMap { RetryAfter.seconds(httpDate: $0) == nil ? nil : $0 }
    }

    /// Returns the source named in the response; ignores a seed that couldn't be sent again.
    private func answered(_ info: [String: String]) -> ContactSource {
        var source = requested
        if let version = info["version"], !version.isEmpty, version.utf8.count <= 20 { source.version = version }
        if let seed = info["seed"], !seed.isEmpty, seed.utf8.count <= 200 { source.seed = seed }
        return source
    }

    private func difference(of content: RandomUserContent) -> RepositoryNotice? {
        let info = content.info
        var differences: [ResponseDifference] = []
        func compare(_ name: String, _ requested: String, _ answered: String?) {
            guard let answered, answered != requested else { return }
            let shown = DisplaySafeText.line(answered, limit: 40)
            differences.append(ResponseDifference(parameter: name, asked: requested, answered: shown))
        }
        compare("results", String(results), info["results"])
        if differences.isEmpty {
            compare("results", String(results), String(content.people.count + content.unreadable.count))
        }
        compare("page", String(page), info["page"])
        if !requested.seed.isEmpty { compare("seed", requested.seed, info["seed"]) }
        if !requested.version.isEmpty { compare("version", requested.version, info["version"]) }
        return differences.isEmpty ? nil : .responseDiffers(differences)
    }

    /// Returns the text of a body that isn't a page, shortened for a message and without HTML.
    private func said(_ response: HTTPResponse) -> String {
        if let error = try? RandomUserContent(response.body).error {
            return ": “\(DisplaySafeText.line(error))”"
        }
        let start = response.body.drop { $0 == 32 || (9...13).contains($0) }
        let type = response.headers["Content-Type"]?.lowercased() ?? ""
        if type.contains("html") || start.first == UInt8(ascii: "<") { return ", with a web page" }
        // Text that starts like JSON may be a truncated page.
        guard let first = start.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return "" }
        guard let text = String(validating: start.prefix(400), as: UTF8.self) else { return "" }
        return ": “\(DisplaySafeText.line(text))”"
    }
}

/// The content of a response of randomuser.me 1.0 to 1.4; people that can't be decoded are skipped individually.
struct RandomUserContent {
    /// The reason why a response or a person can't be decoded; names fields and types, never values.
    struct Unreadable: Error, Equatable {
        let reason: String
    }

    private(set) var people: [RemotePerson] = []
    private(set) var unreadable: [(index: Int, reason: String)] = []
    /// The strings and numbers in the member `info`, such as `seed`, `results`, `page` and `version`.
    let info: [String: String]
    /// The server's own error message.
    private(set) var error: String?

    /// The maximum number of undecodable people on a page; beyond it, the body isn't a page at all.
    private static let unreadableLimit = 5000

    /// Decodes a response.
    ///
    /// - Throws: ``Unreadable`` if the bytes aren't JSON, or contain neither a list of people nor an error.
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
        case let message?: error = message as? String ?? "an error without a message"
        }
        let results = page["results"] as? [Any]
        guard results != nil || error != nil else { throw Unreadable(reason: "its JSON has no list “results”") }
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
