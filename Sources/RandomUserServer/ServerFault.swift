/// A way in which an embedded server misbehaves, for tests of clients.
///
/// The textual form is `NAME` or `NAME=VALUE`; sizes are in bytes and take `k`, `m` and `g`,
/// times take `ms`, `s` and `m` (without a unit: milliseconds).
public enum ServerFault: Sendable, Equatable {
    /// Waits before it answers (`latency=TIME`).
    case latency(Duration)

    /// Never answers (`hang`).
    case hang

    /// Sends the body in pieces of so many bytes, ten a second (`drip=BYTES`).
    case drip(Int)

    /// Resets the connection before the first byte of an answer (`reset`).
    case reset

    /// Resets the connection after so many bytes of the body (`reset-body=BYTES`).
    case resetBody(after: Int)

    /// Closes the connection after so many bytes of the body (`truncate=BYTES`).
    case truncate(after: Int)

    /// Announces a length that is wrong by so many bytes (`wrong-length=BYTES`, negative for too short).
    case wrongLength(by: Int)

    /// Answers with a status and, if given, `Retry-After` (`status=N`, `status=N,SECONDS`, `status=N,date:SECONDS`).
    case status(Int, retryAfter: RetryAfter?)

    /// Answers with a status and a page of HTML (`html-error=N`).
    case htmlError(Int)

    /// Answers 200 with JSON that ends in the middle, its Content-Length right (`malformed-json`).
    case malformedJSON

    /// Answers 200 with an empty body (`empty`).
    case empty

    /// Answers with a body of so many bytes and their Content-Length (`oversize=BYTES`).
    case oversize(Int)

    /// Answers with a chunked body of so many bytes (`oversize-stream=BYTES`).
    case oversizeStream(Int)

    /// Redirects to the same place forever (`redirect-loop`).
    case redirectLoop

    /// Redirects so many times, then answers (`redirect=N`).
    case redirect(Int)

    /// Answers with a small body that decompresses to so many bytes (`gzip-bomb=BYTES`).
    case gzipBomb(Int)

    /// What a `Retry-After` header says.
    public enum RetryAfter: Sendable, Equatable {
        /// A number of seconds.
        case seconds(Int)

        /// The date in so many seconds.
        case date(inSeconds: Int)
    }
}

/// A fault and the number of requests that it applies to.
///
/// The textual form is the fault's, followed by `*N` when it applies to the next N requests only: `status=503*2`.
public struct ServerFaultRule: Sendable, Equatable {
    /// The fault to inject.
    public var fault: ServerFault

    /// The number of requests; nil means every request from then on.
    public var times: Int?

    /// Creates a rule; without `times` it applies to every request.
    public init(_ fault: ServerFault, times: Int? = nil) {
        self.fault = fault
        self.times = times
    }

    /// Reads a rule from its textual form.
    ///
    /// - Parameter text: `NAME[=VALUE][*TIMES]`.
    /// - Throws: A ``ServerFaultError`` that quotes the text and says what is accepted.
    public init(parsing text: String) throws(ServerFaultError) {
        guard let star = text.lastIndex(of: "*") else {
            self.init(try ServerFault(parsing: text))
            return
        }
        guard let times = Int(text[text.index(after: star)...]), times > 0 else {
            throw ServerFaultError("“\(text)” does not end in a number of requests. Write for example reset*2.")
        }
        self.init(try ServerFault(parsing: String(text[..<star])), times: times)
    }
}

extension ServerFaultRule: CustomStringConvertible {
    /// The textual form, which reads back to the same rule.
    public var description: String {
        guard let times else { return fault.description }
        return "\(fault)*\(times)"
    }
}

/// The reason why a text is not a fault.
public struct ServerFaultError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong with the text and what would be right.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension ServerFault {
    /// The accepted forms, each with its default if the value may be left out.
    public static let forms = [
        "latency=TIME", "hang", "drip[=BYTES] (64)", "reset", "reset-body[=BYTES] (100)", "truncate[=BYTES] (100)",
        "wrong-length[=BYTES] (10)", "status=N[,SECONDS|,date:SECONDS]", "html-error[=N] (502)", "malformed-json",
        "empty",
        "oversize[=BYTES] (64m)", "oversize-stream[=BYTES] (64m)", "redirect-loop", "redirect[=N] (1)",
        "gzip-bomb[=BYTES] (1g)",
    ]

    /// Reads a fault from its textual form.
    ///
    /// - Parameter text: `NAME` or `NAME=VALUE`, as in ``forms``.
    /// - Throws: A ``ServerFaultError`` that quotes the text and lists what is accepted.
    public init(parsing text: String) throws(ServerFaultError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let value = parts.count > 1 ? String(parts[1]) : nil
        guard let fault = Self.make(name, value) else {
            throw ServerFaultError("“\(text)” is not a fault. Use one of: \(Self.forms.joined(separator: ", ")).")
        }
        self = fault
    }

    private static func make(_ name: String, _ value: String?) -> ServerFault? {
        switch name {
        case "latency": value.flatMap(duration).map { .latency($0) }
        case "hang" where value == nil: .hang
        case "drip": size(value, 64).flatMap { $0 > 0 ? .drip($0) : nil }
        case "reset" where value == nil: .reset
        case "reset-body": size(value, 100).map { .resetBody(after: $0) }
        case "truncate": size(value, 100).map { .truncate(after: $0) }
        case "wrong-length": (value == nil ? 10 : value.flatMap { Int($0) }).map { .wrongLength(by: $0) }
        case "status": value.flatMap(statusFault)
        case "html-error": httpStatus(value ?? "502").map { .htmlError($0) }
        case "malformed-json" where value == nil: .malformedJSON
        case "empty" where value == nil: .empty
        case "oversize": size(value, 64 << 20).map { .oversize($0) }
        case "oversize-stream": size(value, 64 << 20).map { .oversizeStream($0) }
        case "redirect-loop" where value == nil: .redirectLoop
        case "redirect": size(value, 1).map { .redirect($0) }
        case "gzip-bomb": size(value, 1 << 30).map { .gzipBomb($0) }
        default: nil
        }
    }

    private static func statusFault(_ value: String) -> ServerFault? {
        let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let status = httpStatus(String(parts[0])) else { return nil }
        guard parts.count > 1 else { return .status(status, retryAfter: nil) }
        let wait = parts[1]
        if wait.hasPrefix("date:") {
            return Int(wait.dropFirst(5)).map { .status(status, retryAfter: .date(inSeconds: $0)) }
        }
        return Int(wait).map { .status(status, retryAfter: .seconds($0)) }
    }

    private static func httpStatus(_ text: String) -> Int? {
        Int(text).flatMap { (200...599).contains($0) ? $0 : nil }
    }

    private static func size(_ text: String?, _ standard: Int) -> Int? {
        guard let text else { return standard }
        let factor =
            switch text.last {
            case "k": 1 << 10
            case "m": 1 << 20
            case "g": 1 << 30
            default: 1
            }
        // Four gigabytes limit the damage of a typing error.
        guard let number = Int(factor == 1 ? text[...] : text.dropLast()), (0...(4 << 30) / factor).contains(number)
        else { return nil }
        return number * factor
    }

    private static func duration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number <= 86_400_000 else { return nil }
        return switch text.dropFirst(digits.count) {
        case "", "ms": .milliseconds(number)
        case "s": .seconds(number)
        case "m": .seconds(number * 60)
        default: nil
        }
    }
}

extension ServerFault: CustomStringConvertible {
    /// The textual form, which reads back to the same fault.
    public var description: String {
        switch self {
        case .latency(let time):
            "latency=\(time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000)ms"
        case .hang: "hang"
        case .drip(let size): "drip=\(size)"
        case .reset: "reset"
        case .resetBody(let size): "reset-body=\(size)"
        case .truncate(let size): "truncate=\(size)"
        case .wrongLength(let difference): "wrong-length=\(difference)"
        case .status(let status, nil): "status=\(status)"
        case .status(let status, .seconds(let seconds)?): "status=\(status),\(seconds)"
        case .status(let status, .date(let seconds)?): "status=\(status),date:\(seconds)"
        case .htmlError(let status): "html-error=\(status)"
        case .malformedJSON: "malformed-json"
        case .empty: "empty"
        case .oversize(let size): "oversize=\(size)"
        case .oversizeStream(let size): "oversize-stream=\(size)"
        case .redirectLoop: "redirect-loop"
        case .redirect(let hops): "redirect=\(hops)"
        case .gzipBomb(let size): "gzip-bomb=\(size)"
        }
    }
}
