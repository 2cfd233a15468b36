import LoopbackHTTP
import Primitives

/// The service's behavior, as a function of the request, the clock and the budgets.
struct Contract: Sendable {
    let options: ServerOptions
    let budgets: BudgetLedger?

    init(options: ServerOptions) {
        self.options = options
        budgets = options.budget.map(BudgetLedger.init)
    }

    /// Returns the reply to a request; the request's body is ignored.
    func reply(to request: HTTPRequest) -> HTTPReply {
        if let refusal = request.refusal { return refusal }
        var reply = answer(to: request)
        if options.allowsOtherSites { reply.add("Access-Control-Allow-Origin", "*") }
        return reply.validated(for: request)
    }

    private func answer(to request: HTTPRequest) -> HTTPReply {
        if request.method == "OPTIONS", options.allowsOtherSites {
            let methods = (name: "Access-Control-Allow-Methods", value: "GET,HEAD,PUT,PATCH,POST,DELETE")
            return HTTPReply(status: 204, headers: [methods], body: .bytes([]))
        }
        guard isAuthorized(request) else {
            var reply = HTTPReply.error(401, "This server requires a valid bearer token.")
            reply.add("WWW-Authenticate", "Bearer")
            return reply
        }
        guard request.method == "GET" || request.method == "HEAD" else { return .text(404, "Not Found") }
        guard let version = Self.version(request.path) else { return .text(404, "Not Found") }
        return users(version, request)
    }

    private func users(_ version: APIVersion, _ request: HTTPRequest) -> HTTPReply {
        let parameters = request.parameters
        let format = parameters.format
        guard !["csv", "xml", "yaml"].contains(format) else {
            return .error(400, "This server returns only JSON. Remove the format “\(format)”.")
        }
        let query = UserQuery(version: version, parameters: parameters)
        if let budgets, let refusal = budgets.charge(people: query?.results ?? 1, now: options.millisecondsNow) {
            return refusal
        }
        guard let query else { return .html(502, "Bad Gateway") }
        guard var bytes = try? document(of: query) else { return .html(502, "Bad Gateway") }
        if let callback = query.callback {
            bytes = Array((callback + "(").utf8) + bytes + Array(");".utf8)
        }
        var reply = HTTPReply(
            status: 200,
            type: query.isDownload ? "application/octet-stream" : "application/json; charset=utf-8",
            body: bytes
        )
        if query.isDownload {
            reply.add("Content-Disposition", "attachment; filename=\"download.json\"")
        }
        reply.add("Cache-Control", "no-cache")
        return reply
    }

    /// Writes the document for a query while generating its people.
    private func document(of query: UserQuery) throws -> [UInt8] {
        let seed = query.seed ?? Self.inventSeed()
        var people = PersonGenerator(query: query, seed: seed)
        let now = UTCDate.timestamp(options.millisecondsNow)
        let record = PersonRecord(fields: query.fields, version: query.version, now: now)
        return try JSONWriter.object(isPretty: query.isPretty, capacity: query.results * 1_150 + 256) { json in
            try json.list("results") { list in
                for _ in 0..<query.results { record.write(try people.next(), into: &list) }
            }
            guard query.showsInfo else { return }
            json.object("info") { json in
                json.add("seed", query.toldSeed(seed))
                json.add("results", query.results)
                json.add("page", raw: Array(query.pageText.utf8))
                json.add("version", query.version.rawValue)
            }
        }
    }

    private func isAuthorized(_ request: HTTPRequest) -> Bool {
        guard let token = options.token else { return true }
        guard let header = request.headers["authorization"], header.lowercased().hasPrefix("bearer ") else {
            return false
        }
        return header.dropFirst("bearer ".count) == token
    }

    /// Returns a seed of sixteen hexadecimal digits, like those that the service invents.
    private static func inventSeed() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns the version in a path; nil if it isn't a valid API path, like `/api//`.
    private static func version(_ path: String) -> APIVersion? {
        guard path.hasPrefix("/api") else { return nil }
        let rest = path.dropFirst(4).dropLast(path.hasSuffix("/") ? 1 : 0)
        if rest.isEmpty { return .latest }
        return rest.hasPrefix("/") ? APIVersion(rawValue: String(rest.dropFirst())) : nil
    }
}

/// The rule in the `password` parameter: character sets and lengths.
struct PasswordRule: Sendable {
    let alphabet: [UInt8]
    let lengths: ClosedRange<Int>

    /// Parses `CHARSETS`, `CHARSETS,LENGTH` or `CHARSETS,MIN-MAX`; nil if it contains no character set.
    init?(parameter: String) {
        let parts = parameter.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var seen: Set<String> = []
        var alphabet: [UInt8] = []
        for name in parts where seen.insert(name).inserted {
            switch name {
            case "special": alphabet += Array(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".utf8)
            case "upper": alphabet += Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
            case "lower": alphabet += Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
            case "number": alphabet += Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
            default: continue
            }
        }
        guard !alphabet.isEmpty else { return nil }
        self.alphabet = alphabet
        let bounds = (parts.last ?? "").split(separator: "-", omittingEmptySubsequences: false).map {
            QueryString.number(String($0)).flatMap { Int(exactly: $0.rounded(.down)) }
        }
        let least = bounds.contains(nil) ? nil : bounds.compactMap(\.self).min()
        let most = bounds.contains(nil) ? nil : bounds.compactMap(\.self).max()
        let lower = least.flatMap { (1...64).contains($0) ? $0 : nil } ?? 8
        let upper = most.flatMap { (lower...64).contains($0) ? $0 : nil } ?? 64
        lengths = lower...upper
    }

    func password(_ generator: inout SeededGenerator) -> String {
        generator.text(of: generator.number(in: lengths), from: alphabet)
    }
}

/// The versions of the service that this server supports.
enum APIVersion: String, CaseIterable, Comparable, Sendable {
    case v1p0 = "1.0"
    case v1p1 = "1.1"
    case v1p2 = "1.2"
    case v1p3 = "1.3"
    case v1p4 = "1.4"

    static let latest = APIVersion.v1p4

    static func < (left: APIVersion, right: APIVersion) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The nations in this version, in the order to which the index in an 18-character seed refers.
    var nations: [String] {
        switch self {
        case .v1p0, .v1p1: Self.first
        case .v1p2, .v1p3: Self.second
        case .v1p4: Self.third
        }
    }

    private static let first = [
        "AU", "BR", "CA", "CH", "DE", "DK", "ES", "FI", "FR", "GB", "IE", "IR", "NL", "NZ", "TR", "US",
    ]
    private static let second = (first + ["NO"]).sorted()
    private static let third = (second + ["IN", "MX", "RS", "UA"]).sorted()
}

/// The fields of a person that a request can include or exclude.
enum UserField: String, CaseIterable, Sendable {
    case gender, name, location, email, login, registered, dob, phone, cell, id, picture, nat

    /// Parses a comma-separated list, ignoring unknown names.
    static func list(_ text: String) -> Set<UserField> {
        Set(text.split(separator: ",").compactMap { UserField(rawValue: $0.trimmed().lowercased()) })
    }
}
