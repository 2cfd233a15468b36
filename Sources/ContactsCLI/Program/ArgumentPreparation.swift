/// Reads and prepares the JSON options before the arguments are parsed.
enum JSONArguments {
    /// The arguments with `--json=name,email` written as `--json --fields=name,email`.
    ///
    /// To the parser, a flag has no value, and an option would take the term after it as its value.
    static func prepared(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments.enumerated().flatMap { index, argument in
            guard index < end, argument.hasPrefix("--json=") else { return [argument] }
            return ["--json", "--fields=" + argument.dropFirst("--json=".count)]
        }
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

/// Prepares search terms that begin with a minus.
enum QueryArguments {
    /// The commands that take terms, with their aliases.
    private static let commands: Set<String> = [
        "list", "ls", "search", "find", "export", "remove", "rm", "delete", "del", "email", "phone", "address",
        "postaddress", "post", "postaddr", "birthdays", "bdays", "stats", "favorite", "group", "show", "details",
    ]

    /// The letters of options that may be written together, such as `-vq`.
    private static let flags: Set<Character> = ["v", "q", "h", "y", "n"]

    /// The arguments with `-word` written as `NOT word`, which means the same and is not an option to the parser.
    static func prepared(_ arguments: [String]) -> [String] {
        guard let command = arguments.firstIndex(where: commands.contains) else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments.enumerated().map { index, argument in
            guard index > command, index < end, isTerm(argument, after: arguments[index - 1]) else { return argument }
            return "NOT " + argument.dropFirst()
        }
    }

    private static func isTerm(_ argument: String, after previous: String) -> Bool {
        guard argument.first == "-" else { return false }
        let word = argument.dropFirst()
        guard word.count > 1, let first = word.first, first != "-" else { return false }
        // A negative number may be the value of an option.
        if first.isNumber { return !previous.hasPrefix("--") }
        return !word.allSatisfy(flags.contains)
    }
}
