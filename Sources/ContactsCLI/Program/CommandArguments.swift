/// Reads and prepares the JSON options before the arguments are parsed.
enum JSONArguments {
    /// The arguments with `--json=name,email` written as `--json --fields=name,email`.
    ///
    /// To the parser, a flag has no value, and an option would take the term after it as its value.
    static func prepared(_ arguments: [String]) throws(Failure) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var prepared: [String] = []
        for (index, argument) in arguments.enumerated() {
            guard index < end, argument.hasPrefix("--json=") else {
                prepared.append(argument)
                continue
            }
            let names = argument.dropFirst("--json=".count)
            guard !names.allSatisfy(\.isWhitespace) else {
                throw Failure(.usage, "The value of --json= is empty. Give names of fields, such as --json=name,email.")
            }
            prepared += ["--json", "--fields=" + names]
        }
        return prepared
    }

    /// Whether `--format` is that of the files to read, which says nothing about errors.
    private static func isInput(_ arguments: ArraySlice<String>) -> Bool {
        arguments.lazy.compactMap { CommandTree.walk([$0]).path.first }.first == "import"
    }

    /// Whether JSON is asked for; errors are JSON then, also when the arguments cannot be parsed.
    static func wantJSON(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.enumerated().contains { index, argument in
            switch argument {
            case "--json": true
            case "--format=json", "--format=ndjson", "--format=jcard": !isInput(options)
            case "--format":
                ["json", "ndjson", "jcard"].contains(options.dropFirst(index + 1).first) && !isInput(options)
            default: argument.hasPrefix("--json=")
            }
        }
    }
}
