import ArgumentParser
import Bloc
import Exchange
import Repository
import Services
import TerminalUI

struct DoctorCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems with settings, files and servers.",
        usage: "contacts doctor [--full] [--fix] [--offline] [--format <format>] [<options>]",
        discussion: """
            Checks the settings, every contact and table of the database, the search index, the other books, the \
            permissions, the disk space, kept drafts, the API, the clock, and the folders and servers that books are \
            synchronized with: whether they can be reached, let you in, and have cards that cannot be read. It never \
            asks: a server without a stored password is reported and skipped. Each line is ok, warning, problem or \
            repaired.

            With --fix, contacts and history steps that cannot be read are set aside in a file next to the database, \
            and a damaged database is replaced by what can be read of it and kept next to it; the lines name the \
            files. Nothing else moves or removes a database.

            JSON and YAML are an object whose list checks has objects with the keys check, level, message, advice and \
            repaired; CSV and TSV have these columns.

            The exit status is 0 without problems, 1 for problems, 65 for a database that is damaged, newer or from \
            another program, and 78 for problems with the settings.

            EXAMPLES
              contacts doctor
              contacts doctor --full --fix
              contacts doctor --offline --format json
            """
    )

    @Flag(help: "Compare every index of the database with its table, too, which takes longer.")
    var full = false

    @Flag(help: "Repair permissions, the search index and the database; what cannot be read is kept next to it.")
    var fix = false

    @Flag(help: "Do not use the network.")
    var offline = false

    @OptionGroup var output: ReportOptions

    func run(in program: Program) async throws -> ExitStatus {
        let flags = program.options.configurationFlags
        let report = ConfigurationReport(checking: program.configurationLoader, flags: flags)
        var findings = Self.findings(of: report)
        // Without settings, the locations of everything else are unknown.
        if report.errors.isEmpty {
            findings += try await program.composed(.together) { try await examined(program) }
        }
        try program.print(findings, as: .health, output, standard: .text)
        return Self.status(of: findings)
    }

    private func examined(_ program: Program) async throws -> [HealthFinding] {
        let folders = program.folders
        let drafts = program.draftFolder
        let files = [program.configurationLoader.localFile, program.options.logFile, try? program.bookRegistry.path]
        var request = HealthRequest(isFull: full)
        request.isFixing = fix
        request.isOffline = offline
        request.folders = [folders.configuration, folders.data, folders.state, drafts].compactMap { $0 }
        request.files = files.compactMap { $0 }
        request.draftFolder = drafts
        let findings = try await blocs.doctor().content(of: .requested(request))
        return try await findings + DoctorBloc(service: app.sourceHealth(program)).content(of: .requested(request))
    }

    /// Returns the problems with the settings, or a single finding that they are valid.
    static func findings(of report: ConfigurationReport) -> [HealthFinding] {
        let findings =
            report.errors.map {
                HealthFinding(
                    .configuration,
                    .problem,
                    $0,
                    advice: "contacts config show --origin prints where a setting comes from."
                )
            } + report.warnings.map { HealthFinding(.configuration, .warning, $0) }
        return findings.isEmpty ? [HealthFinding(.configuration, .ok, "The settings are in order.")] : findings
    }

    static func status(of findings: [HealthFinding]) -> ExitStatus {
        let problems = findings.filter { $0.level == .problem }.map(\.check)
        if problems.contains(.configuration) { return .configuration }
        if problems.contains(.database) { return .badData }
        return problems.isEmpty ? .success : .failure
    }
}

extension Report where Row == HealthFinding {
    static var health: Report {
        var report = Report(
            [
                Column("check") { .text($0.check.rawValue) }, Column("level") { .text($0.level.rawValue) },
                Column("message") { .text($0.message) }, Column("advice") { OutputValue($0.advice) },
                Column("repaired") { .flag($0.isRepaired) },
            ],
            table: Table([
                TextColumn(title: "CHECK", narrowest: 13): { $0.check.rawValue },
                TextColumn(title: "LEVEL", narrowest: 8): { $0.shownLevel },
                TextColumn(title: "MESSAGE", narrowest: 20): { $0.message },
                TextColumn(title: "ADVICE", narrowest: 10): { $0.advice ?? "" },
            ]),
            text: { finding, _ in
                let advice = finding.advice.map { " " + $0 } ?? ""
                let line = finding.shownLevel.padded(to: 9) + finding.check.rawValue.padded(to: 14) + finding.message
                return TerminalText.sanitized(line + advice) + "\n"
            }
        )
        report.textSeparator = ""
        report.shape = .arrayUnder("checks")
        return report
    }
}

extension HealthFinding {
    fileprivate var shownLevel: String { isRepaired ? "repaired" : level.rawValue }
}

typealias DoctorBloc = RepositoryLoadBloc<RequestEvent<HealthRequest>, [HealthFinding]>

extension DoctorBloc {
    static var key: BlocKey<DoctorBloc> { BlocKey("doctor") }

    convenience init(service: any HealthService) {
        // A repair and an examination must not run concurrently.
        self.init(key: Self.key, policy: .sequential) { event, _ in try await service.examine(event.request) }
    }
}
