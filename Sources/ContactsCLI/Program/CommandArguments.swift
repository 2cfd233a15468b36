enum CommandArguments {
    /// The arguments with those in another form that the parser would misunderstand; behind `--` they stay as they are.
    static func prepared(_ arguments: [String]) throws(Failure) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let isAdding = arguments.first.map(CommandTree.names(of: AddCommand.parsed).contains) == true
        var prepared: [String] = []
        for (index, argument) in arguments[..<end].enumerated() {
            if argument == "--inspect" {
                // The parser has no option whose value may be left out; 0 is a free port.
                prepared.append("--inspect=0")
            } else if argument.hasPrefix("--json=") {
                // To the parser, a flag has no value, and an option would take the term after it as its value.
                let names = argument.dropFirst("--json=".count)
                guard !names.allSatisfy(\.isWhitespace) else {
                    throw Failure(
                        .usage,
                        "The value of --json= is empty. Give names of fields, such as --json=name,email."
                    )
                }
                prepared += ["--json", "--fields=" + names]
            } else if isAdding, argument.hasPrefix("--"), argument.dropFirst(2).first?.isNumber == true,
                arguments[index - 1] != "--note"
            {
                // A birthday without its year, such as `--12-10`, would be an option; a note is kept as it was typed.
                prepared.append(" " + argument)
            } else {
                prepared.append(argument)
            }
        }
        return prepared + arguments[end...]
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
