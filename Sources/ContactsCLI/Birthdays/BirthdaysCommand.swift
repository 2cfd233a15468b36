import ArgumentParser
import Bloc
import Repository
import Services

/// `contacts birthdays`: prints the next birthdays.
struct BirthdaysCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "birthdays",
        abstract: "Print the next birthdays.",
        usage: "contacts birthdays [<term> ...] [--upcoming <days>] [--format <format>] [<options>]",
        discussion: """
            The next birthday comes first. A birthday on 29 February falls on 28 February in years without that day. A \
            birthday without a year is --MM-DD, and has no age.

            On a terminal the default is a table, elsewhere lines of values separated by tabs, without a header:
            \(BirthdayFormat.columns.joined(separator: ", ")).
            JSON is an array of objects with these keys. The age is that on the next birthday.

            The terms are those of contacts search; without a term, all contacts are listed.

            EXAMPLES
              contacts birthdays
              contacts birthdays --upcoming 7
              contacts birthdays group:family --upcoming 30 --format json
            """,
        aliases: ["bdays"]
    )

    static let isPaged = true

    @OptionGroup
    var selection: FilterOptions

    @Option(help: ArgumentHelp("Only today's birthdays and those of the next days, 0 to 366.", valueName: "days"))
    var upcoming: Int?

    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: BirthdayFormat?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup
    var network: NetworkOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) contradict each other. Give one of them.")
        }
        if let upcoming, !(0...366).contains(upcoming) {
            throw ValidationError(
                "The value '\(upcoming)' of --upcoming is not from 0 to 366. Give such a number of days."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        @Injected(\.app.configuration) var configuration
        @Injected(\.app.calendar) var calendar
        let request = BirthdayRequest(
            today: calendar.today,
            days: upcoming,
            filter: try selection.filter(),
            policy: network.policy(configuration)
        )
        let list = try await blocs.birthdays().content(of: .requested(request))
        var report = NoticeReport(messages: program.messages)
        report.tell(list.notices)
        if list.birthdays.isEmpty { program.messages.note("No birthdays.") }
        let format = json ? .json : format ?? (program.screen.isTerminal ? .table : .tsv)
        try program.output.write(format.bytes(of: list.birthdays, for: program.screen))
        return report.status
    }
}

/// The forms in which birthdays can be asked for.
enum BirthdayFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case tsv
    case json

    /// The columns of the lines, in their order; new ones are only ever added at the end.
    static let columns = ["birthday", "name", "next", "days", "age", "id"]

    /// The birthdays in this form, in the order given.
    func bytes(of birthdays: [ContactBirthday], for screen: Screen) -> [UInt8] {
        switch self {
        case .table: Self.table(of: birthdays, for: screen)
        case .tsv: Self.lines(of: birthdays, for: screen)
        case .json: Self.json(of: birthdays, for: screen)
        }
    }

    private static func name(of birthday: ContactBirthday) -> String {
        ContactDetails.fullName(birthday.name, withTitle: false)
    }

    private static func table(of birthdays: [ContactBirthday], for screen: Screen) -> [UInt8] {
        var table = TextTable(
            columns: [
                TextTable.Column("NEXT", narrowest: 10), TextTable.Column("IN", narrowest: 8, turnToLeave: 3),
                TextTable.Column("NAME", narrowest: 14), TextTable.Column("AGE", narrowest: 3, turnToLeave: 2),
                TextTable.Column("ID", narrowest: 8, turnToLeave: 1, style: .faint),
            ],
            screen: screen
        )
        return table.page(
            birthdays.map { birthday in
                let days =
                    switch birthday.days {
                    case 0: "today"
                    case 1: "tomorrow"
                    case let days: "\(days) days"
                    }
                return [
                    birthday.next, days, name(of: birthday), birthday.age.map(String.init) ?? "",
                    String(birthday.id.rawValue.prefix(8)),
                ]
            }
        )
    }

    private static func lines(of birthdays: [ContactBirthday], for screen: Screen) -> [UInt8] {
        let text = TSVText(isForTerminal: screen.isTerminal)
        return birthdays.reduce(into: []) { bytes, birthday in
            text.append(
                [
                    birthday.birthday, name(of: birthday), birthday.next, String(birthday.days),
                    birthday.age.map(String.init) ?? "", birthday.id.rawValue,
                ],
                to: &bytes
            )
        }
    }

    private static func json(of birthdays: [ContactBirthday], for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes: [UInt8] = []
        for birthday in birthdays {
            bytes += bytes.isEmpty ? "[\n".utf8 : ",\n".utf8
            bytes += "{\"birthday\":".utf8
            text.append(birthday.birthday, to: &bytes)
            bytes += ",\"name\":".utf8
            text.append(name(of: birthday), to: &bytes)
            bytes += ",\"next\":\"\(birthday.next)\",\"days\":\(birthday.days)".utf8
            bytes += ",\"age\":\(birthday.age.map(String.init) ?? "null"),\"id\":".utf8
            text.append(birthday.id.rawValue, to: &bytes)
            bytes += "}".utf8
        }
        bytes += bytes.isEmpty ? "[]\n".utf8 : "\n]\n".utf8
        return bytes
    }
}
