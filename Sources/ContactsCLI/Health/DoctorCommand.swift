import ArgumentParser
import Bloc
import Repository
import Services

/// `contacts doctor`: drives the doctor bloc and prints what it finds.
struct DoctorCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find what keeps this program from working well, and say what to do.",
        usage: "contacts doctor [--full] [--fix] [--offline] [--format <format>] [<options>]",
        discussion: """
            Looks at the settings, the database, the search index, the permissions, the room on the disk, kept drafts, \
            the API and the clock. Each line is ok, warning, problem or repaired. A damaged database is never touched. \
            JSON is an object whose checks each have check, level, message, advice and repaired.

            Exits with 0 when there are warnings at most, 1 for problems, 65 for a database that is damaged, newer or \
            not ours, and 78 for the settings.

            EXAMPLES
              contacts doctor
              contacts doctor --full --fix
              contacts doctor --offline --format json
            """
    )

    static let needsContacts = false

    @Flag(help: "Read all of the database, which takes longer.")
    var full = false

    @Flag(help: "Repair what can be repaired without loss: permissions and the search index.")
    var fix = false

    @Flag(help: "Do not use the network.")
    var offline = false

    @Option(help: ArgumentHelp("How to print.", valueName: "format"))
    var format: HealthFormat = .text

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        let report = ConfigurationReport(checking: program.configurationLoader, flags: global.configurationFlags)
        var findings = Self.findings(of: report)
        // Without settings nobody knows where anything else is.
        if report.errors.isEmpty {
            findings += try await program.composed { try await examined(program) }
        }
        try program.output.write(format.bytes(of: findings, for: program.screen))
        return Self.status(of: findings)
    }

    private func examined(_ program: Program) async throws -> [HealthFinding] {
        @Injected(\.blocs) var blocs
        let folders = program.folders
        let drafts = program.draftFolder
        let request = HealthRequest(
            isFull: full,
            isFixing: fix,
            isOffline: offline,
            folders: [folders.data, folders.state, drafts].compactMap { $0 },
            draftFolder: drafts
        )
        return try await blocs.doctor().content(of: .requested(request))
    }

    /// What is wrong with the settings, or that nothing is.
    static func findings(of report: ConfigurationReport) -> [HealthFinding] {
        let findings =
            report.errors.map {
                HealthFinding(
                    .configuration,
                    .problem,
                    $0,
                    advice: "contacts config show tells where a setting comes from."
                )
            } + report.warnings.map { HealthFinding(.configuration, .warning, $0) }
        return findings.isEmpty ? [HealthFinding(.configuration, .ok, "The settings are in order.")] : findings
    }

    /// What the program ends with.
    static func status(of findings: [HealthFinding]) -> ExitStatus {
        let problems = findings.filter { $0.level == .problem }.map(\.check)
        if problems.contains(.configuration) { return .configuration }
        if problems.contains(.database) { return .badData }
        return problems.isEmpty ? .success : .failure
    }
}

/// The forms in which findings can be asked for.
enum HealthFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json

    /// The findings in this form, in the order given.
    func bytes(of findings: [HealthFinding], for screen: Screen) -> [UInt8] {
        switch self {
        case .text: Self.text(of: findings)
        case .json: Self.json(of: findings, for: screen)
        }
    }

    private static func text(of findings: [HealthFinding]) -> [UInt8] {
        findings.reduce(into: []) { bytes, finding in
            let level = finding.isRepaired ? "repaired" : finding.level.rawValue
            let words = [
                level.padding(to: 9), finding.check.rawValue.padding(to: 14), finding.message,
                finding.advice.map { " " + $0 } ?? "",
            ]
            bytes += TerminalText.sanitized(words.joined()).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    private static func json(of findings: [HealthFinding], for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes = Array(#"{"checks":["#.utf8)
        for (index, finding) in findings.enumerated() {
            bytes += (index == 0 ? "\n" : ",\n").utf8
            bytes += #"{"check":"#.utf8
            text.append(finding.check.rawValue, to: &bytes)
            bytes += #","level":"#.utf8
            text.append(finding.level.rawValue, to: &bytes)
            bytes += #","message":"#.utf8
            text.append(finding.message, to: &bytes)
            bytes += #","advice":"#.utf8
            text.append(finding.advice, to: &bytes)
            bytes += #","repaired":\#(finding.isRepaired)}"#.utf8
        }
        bytes += "\n]}\n".utf8
        return bytes
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
