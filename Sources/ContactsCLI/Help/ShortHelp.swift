/// The help of `-h`: the first things that somebody needs, out of all that `--help` tells.
enum ShortHelp {
    /// The most examples.
    private static let examples = 4

    /// Whether the arguments ask for it.
    static func isWanted(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.contains("-h") && !options.contains("--help")
    }

    /// What the command does, examples, how it is used, and the commands below it.
    static func text(of help: String) -> String {
        let paragraphs = help.split(separator: "\n\n").map(String.init)
        func paragraph(_ title: String) -> String? { paragraphs.first { $0.hasPrefix(title) } }
        let overview = paragraphs.first.map { $0.trimmingPrefix("OVERVIEW: ") }.map(String.init)
        let parts = [overview, paragraph("EXAMPLES").map(shortened), paragraph("USAGE: "), paragraph("SUBCOMMANDS:")]
        return (parts.compactMap { $0 } + ["--help tells the rest."]).joined(separator: "\n\n") + "\n"
    }

    /// The title and the first examples.
    private static func shortened(_ paragraph: String) -> String {
        paragraph.split(separator: "\n").prefix(examples + 1).joined(separator: "\n")
    }
}
