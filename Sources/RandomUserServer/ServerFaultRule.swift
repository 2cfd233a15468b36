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
            throw ServerFaultError("\"\(text)\" does not end in a number of requests; write for example reset*2")
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
