import ArgumentParser
import BlocKit
import Repository
import Services

struct HistoryConflictsCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Print the versions of contacts that lost in conflicts of a synchronization.",
        usage: "contacts history conflicts [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            With --conflict ours, theirs or newest, contacts sync keeps one of two versions of a field and stores the other \
            one, the last 1000 of them. The last one comes first. With --conflict both nothing loses.

            JSON is an array of objects, one for each field in which the version differs from the contact as it is now, \
            with the keys date (in UTC), id, name, field, lost, now, and card, the whole version as a vCard, which contacts \
            import takes; CSV and TSV have these columns.

            EXAMPLES
              contacts --book work history conflicts
              contacts --book work history conflicts --format json
            """
    )

    static let isPaged = true

    @Option(help: ArgumentHelp("Print at most this many versions.", valueName: "number"))
    var limit = 20

    @OptionGroup
    var output: ReportOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try StepCount.validate(limit, of: "--limit")
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.app.lostVersions) var service
        @Injected(\.app.calendar) var calendar
        let versions = try await service.lostVersions(limit: limit)
        if versions.isEmpty { program.messages.note("No version of a contact lost in a conflict.") }
        let rows = versions.flatMap(LostField.fields)
        try program.output.write(output.bytes(of: rows, as: .lostFields(calendar), for: program.screen))
        return .success
    }
}

/// A field in which a version that lost differs from the contact as it is now.
struct LostField: Equatable, Sendable {
    var version: LostVersion
    /// The value that lost, and that of the contact now; `nil` when the version does not differ any more.
    var change: FieldChange?

    /// The fields of a version, at least one row.
    static func fields(of version: LostVersion) -> [LostField] {
        let changes = FieldChange.changes(of: version.change)
        if changes.isEmpty { return [LostField(version: version)] }
        return changes.map { LostField(version: version, change: $0) }
    }
}

extension Report where Row == LostField {
    static func lostFields(_ calendar: WallCalendar) -> Report {
        Report(
            [
                Column("date") { .text(UTCDate.timestamp(of: $0.version.date) ?? "") },
                Column("id") { .text($0.version.contact.rawValue) }, Column("name") { .text($0.version.name) },
                Column("field") { OutputValue($0.change?.field) },
                Column("lost") { OutputValue(unlessEmpty: $0.change?.old ?? "") },
                Column("now") { OutputValue(unlessEmpty: $0.change?.new ?? "") },
                Column("card") { .text($0.version.card) },
            ],
            table: Table([
                TableColumn("TIME", narrowest: 16, dropPriority: 1) { calendar.text(of: $0.version.date) },
                TableColumn("NAME", narrowest: 10) { $0.version.name },
                TableColumn("FIELD", narrowest: 8) { $0.change?.field ?? "" },
                TableColumn("LOST", narrowest: 10) { $0.change?.old ?? "" },
                TableColumn("NOW", narrowest: 10) { $0.change?.new ?? "" },
            ])
        )
    }
}
