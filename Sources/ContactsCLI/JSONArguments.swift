/// What the arguments say about JSON before they are parsed.
enum JSONArguments {
    /// The arguments with `--json=name,email` written as `--json --fields=name,email`, since a flag takes no value, and an
    /// option would take the term behind it for one.
    static func prepared(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments.enumerated().flatMap { index, argument in
            guard index < end, argument.hasPrefix("--json=") else { return [argument] }
            return ["--json", "--fields=" + argument.dropFirst("--json=".count)]
        }
    }

    /// Whether JSON was asked for, so that an error is JSON too, even when the arguments cannot be parsed.
    static func wantJSON(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.enumerated().contains { index, argument in
            switch argument {
            case "--json", "--format=json", "--format=ndjson", "--format=jcard": true
            case "--format": ["json", "ndjson", "jcard"].contains(options.dropFirst(index + 1).first)
            default: argument.hasPrefix("--json=")
            }
        }
    }
}
