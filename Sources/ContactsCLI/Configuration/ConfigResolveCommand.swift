import ArgumentParser
import XCConfig

/// `contacts config resolve`: what any `.xcconfig` file says.
struct ConfigResolveCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Resolve any .xcconfig file and print its values, and what is wrong with it.",
        usage:
            "contacts config resolve <file> [--condition <key=value>] ... [--developer-dir <dir>] [--format <format>]",
        discussion: """
            Conditions such as [config=Debug] are compared with what --condition tells. Ends with 78 when the file has an
            error; what could be resolved is printed all the same.

            EXAMPLES
              contacts config resolve App.xcconfig --condition config=Debug --condition sdk=iphoneos17
              contacts config resolve App.xcconfig --format text
            """
    )

    @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file(extensions: ["xcconfig"]))
    var file: String

    @Option(
        name: .customLong("condition"),
        help: ArgumentHelp("A value that conditions are compared with; may be repeated.", valueName: "key=value")
    )
    var conditions: [String] = []

    @Option(
        name: .customLong("developer-dir"),
        help: ArgumentHelp("The folder that <DEVELOPER_DIR> in an include stands for.", valueName: "dir"),
        completion: .directory
    )
    var developerFolder: String?

    @Option(help: ArgumentHelp("How to print: json or text.", valueName: "format"))
    var format: ResolutionFormat = .json

    static let needsContacts = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        for condition in conditions where Self.parts(of: condition) == nil {
            throw ValidationError("The condition '\(condition)' has no name and value; write --condition config=Debug.")
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let resolution = try resolve()
        switch format {
        case .json:
            try program.output.write(resolution.json(JSONText(isForTerminal: program.screen.isTerminal)))
        case .text:
            try program.output.write(resolution.text)
            for finding in resolution.findings { program.messages.detail(finding) }
        }
        return resolution.hasErrors ? .configuration : .success
    }

    private func resolve() throws(Failure) -> ConfigurationResolution {
        do {
            return try ConfigurationResolution(
                file,
                conditions: conditions.compactMap(Self.parts),
                developerFolder: developerFolder
            )
        } catch {
            throw InputFile.failure(for: error, path: file)
        }
    }

    private static func parts(of condition: String) -> (name: String, value: String)? {
        guard let equals = condition.firstIndex(of: "="), equals > condition.startIndex else { return nil }
        return (String(condition[..<equals]), String(condition[condition.index(after: equals)...]))
    }
}
