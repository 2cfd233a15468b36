import ArgumentParser

/// Which things of a contact are printed, the same wherever contacts are.
struct FieldOptions: ParsableArguments, Sendable {
    @Flag(help: "Print JSON; --json=name,email prints only these fields.")
    var json = false

    @Option(
        help: ArgumentHelp("Print only these fields, in this order, such as name,email,phone.", valueName: "names")
    )
    var fields: String?

    @Flag(inversion: .prefixedNo, help: "Begin with the names of the columns; by default only table and csv do.")
    var header: Bool?

    func validate() throws {
        _ = try chosen()
    }

    /// The fields that were asked for; `nil` leaves it to the format.
    func chosen() throws -> [OutputField]? {
        guard let fields else { return nil }
        let names = fields.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
        guard !names.isEmpty else {
            throw ValidationError("The value of --fields is empty. \(Self.advice)")
        }
        return try names.map { name in
            if let field = OutputField(named: name) { return field }
            let hint = OutputField.suggestion(for: name).map { "Did you mean '\($0)'?" } ?? Self.advice
            throw ValidationError("There is no field '\(name)'. \(hint)")
        }
    }

    /// Refuses a format that contradicts --json or --fields.
    func validate(format: ListFormat?) throws {
        if fields != nil, let format, !format.takesFields {
            throw ValidationError("A \(format.rawValue) is whole. Leave --fields out, or give another --format.")
        }
        guard json, let format, format != .json, format != .ndjson else { return }
        throw ValidationError("--json and --format \(format.rawValue) contradict each other. Give one of them.")
    }

    private static var advice: String { "The fields are \(OutputField.names.joined(separator: ", "))." }
}
