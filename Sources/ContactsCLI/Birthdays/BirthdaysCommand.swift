import ArgumentParser
import Bloc
import Exchange
import Primitives
import Repository
import Services
import VCard

struct BirthdaysCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "birthdays",
        abstract: "Print upcoming birthdays.",
        usage: "contacts birthdays [<term> ...] [--upcoming <days>] [--format <format>] [<options>]",
        discussion: """
            The next birthday comes first. A birthday on 29 February falls on 28 February in years without that day. A \
            birthday without a year is printed as --MM-DD, without an age.

            The default is a table on a terminal, and tab-separated values without a header elsewhere:
            \(Report.birthdays.lines.names.joined(separator: ", ")).
            JSON is an array of objects with these keys. The age is the one reached on the next birthday.

            The format ics is a calendar of yearly birthdays and anniversaries; an event keeps its identifier from one \
            export to the next.

            The terms are those of contacts search; without a term, all contacts are listed.

            EXAMPLES
              contacts birthdays
              contacts birthdays --upcoming 7
              contacts birthdays --format ics > birthdays.ics
              contacts birthdays group:family --upcoming 30 --format json
            """,
        aliases: ["bdays"]
    )

    static let isPaged = true
    static let books = BookScope.together

    @OptionGroup var selection: FilterOptions

    @Option(help: .value("days", "Only birthdays within this many days, 0 to 366; 0 is today."))
    var upcoming: Int?

    @OptionGroup var output: ReportOptions

    @OptionGroup var network: NetworkOptions

    func check() throws {
        try OptionNumber.check(upcoming, of: "--upcoming", in: 0...366, " days")
        if upcoming != nil, output.format == .ics {
            throw ValidationError(
                "A calendar repeats birthdays every year. Leave out --upcoming, or give another --format."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let configuration = app.configuration
        if output.format == .ics { return try await writeCalendar(in: program) }
        let request = BirthdayRequest(
            today: app.calendar.today,
            days: upcoming,
            filter: try selection.filter(),
            policy: network.policy(configuration)
        )
        var list = try await blocs.birthdays().content(of: .requested(request))
        for index in list.birthdays.indices {
            list.birthdays[index].id = app.apart(list.birthdays[index].id)
        }
        var report = NoticeReport(messages: program.messages)
        report.tell(list.notices)
        if list.birthdays.isEmpty { program.messages.note("No birthdays.") }
        let rows = Report.birthdays.namingBook(configuration.isAllBooks) { $0.book }
        try program.print(list.birthdays, as: rows, output)
        return report.status
    }

    private func writeCalendar(in program: Program) async throws -> ExitStatus {
        var file = BirthdayCalendarFile()
        let request = ContactListRequest(filter: try selection.filter(), policy: network.policy(app.configuration))
        let (_, status) = try await blocs.contactList().read(request, program.messages) { contacts, _ in
            try program.output.write(file.page(contacts))
        }
        try program.output.write(file.end())
        return status
    }
}

extension Report where Row == ContactBirthday {
    static var birthdays: Report {
        Report(
            [
                Column("birthday") { .text($0.birthday) },
                Column("name") { .text($0.name) },
                Column("next") { .text($0.next) }, Column("days") { .number($0.days) },
                Column("age") { OutputValue($0.age) }, Column("id") { .text($0.id.rawValue) },
            ],
            table: Table([
                TextColumn(title: "NEXT", narrowest: 10): { $0.next },
                TextColumn(title: "IN", narrowest: 8, dropPriority: 3): { daysText($0.days) },
                TextColumn(title: "NAME", narrowest: 14): { $0.name },
                TextColumn(title: "AGE", narrowest: 3, dropPriority: 2): { $0.age.map(String.init) ?? "" },
                TextColumn(title: "ID", narrowest: 8, dropPriority: 1, style: .faint): {
                    String($0.id.rawValue.prefix(8))
                },
            ])
        )
    }

    private static func daysText(_ days: Int) -> String {
        switch days {
        case 0: "today"
        case 1: "tomorrow"
        default: "\(days) days"
        }
    }
}

/// Loads the upcoming birthdays; a new request replaces the previous one.
typealias BirthdayBloc = RepositoryLoadBloc<RequestEvent<BirthdayRequest>, BirthdayList>

extension BirthdayBloc {
    static var key: BlocKey<BirthdayBloc> { BlocKey("birthdays") }

    convenience init(service: any BirthdayService) {
        self.init(key: Self.key, policy: .restartable) { event, _ in try await service.birthdays(event.request) }
    }
}

/// Birthdays and anniversaries as iCalendar events (RFC 5545) that recur every year.
struct BirthdayCalendarFile: ReportWriter {
    private var bytes = Array(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//contacts//birthdays//EN\r\nCALSCALE:GREGORIAN\r\n".utf8
    )
    private var written: Set<String> = []

    mutating func page(_ contacts: [Contact]) -> [UInt8] {
        defer { bytes = [] }
        for contact in contacts { add(contact) }
        return bytes
    }

    mutating func end() -> [UInt8] { page([]) + "END:VCALENDAR\r\n".utf8 }

    private mutating func add(_ contact: Contact) {
        let events = [("birthday", "Birthday", contact.birthday), ("anniversary", "Anniversary", contact.anniversary)]
        for (kind, title, text) in events {
            guard let text, let date = PartialDate(text), let month = date.month, let day = date.day,
                UTCDate(year: 2000, month: month, day: day) != nil
            else { continue }
            // Without a year, it starts in a leap year, so that February 29 exists.
            let start = (date.year?.digits(4) ?? "2000") + month.digits(2) + day.digits(2)
            let isLeapDay = month == 2 && day == 29
            let name = contact.displayName + (date.year.map { " (\($0))" } ?? "")
            // Stable across exports, so that calendars recognize their events; a contact in two books gets one event.
            let uid = "\(kind)-\(contact.uid.map(Self.plain) ?? contact.id.rawValue)@contacts"
            guard written.insert(uid).inserted else { continue }
            let lines = [
                ("BEGIN", "VEVENT"), ("UID", uid), ("DTSTAMP", "20000101T000000Z"), ("DTSTART;VALUE=DATE", start),
                ("RRULE", "FREQ=YEARLY" + (isLeapDay ? ";BYMONTH=2;BYMONTHDAY=-1" : "")),
                ("SUMMARY", Self.escaped("\(title): \(name)")), ("TRANSP", "TRANSPARENT"), ("END", "VEVENT"),
            ]
            // Lines are folded like vCard lines (section 3.1).
            for (name, value) in lines { VCardWriter(version: .v4).append(VCardLine(name, value: value), to: &bytes) }
        }
    }

    /// Escapes text as in section 3.3.11.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .split(whereSeparator: \.isNewline).joined(separator: "\\n")
    }

    private static func plain(_ uid: String) -> String {
        // A moved contact without a UID gets one derived from its identifier, so the event stays the same.
        let uid = uid.hasPrefix("urn:uuid:") ? String(uid.dropFirst("urn:uuid:".count)) : uid
        return String(uid.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }.map(Character.init))
    }
}
