import Exchange
import Primitives
import Repository
import VCard

/// Birthdays and anniversaries as events of iCalendar (RFC 5545) that recur every year.
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
            // Without a year it begins in a leap year, in which every day is.
            let start = (date.year?.digits(4) ?? "2000") + month.digits(2) + day.digits(2)
            let isLeapDay = month == 2 && day == 29
            let name = contact.displayName + (date.year.map { " (\($0))" } ?? "")
            // The same in each export, so that a calendar knows its events again; of a contact in two books it is one event.
            let uid = "\(kind)-\(contact.uid.map(Self.plain) ?? contact.id.rawValue)@contacts"
            guard written.insert(uid).inserted else { continue }
            let lines = [
                ("BEGIN", "VEVENT"), ("UID", uid), ("DTSTAMP", "20000101T000000Z"), ("DTSTART;VALUE=DATE", start),
                ("RRULE", "FREQ=YEARLY" + (isLeapDay ? ";BYMONTH=2;BYMONTHDAY=-1" : "")),
                ("SUMMARY", Self.escaped("\(title): \(name)")), ("TRANSP", "TRANSPARENT"), ("END", "VEVENT"),
            ]
            // Lines are folded as those of cards (section 3.1).
            for (name, value) in lines { VCardWriter(version: .v4).append(VCardLine(name, value: value), to: &bytes) }
        }
    }

    /// Text as section 3.3.11 has it.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .split(whereSeparator: \.isNewline).joined(separator: "\\n")
    }

    private static func plain(_ uid: String) -> String {
        // A contact without a UID gets one of its identifier when it moves: the event stays the same.
        let uid = uid.hasPrefix("urn:uuid:") ? String(uid.dropFirst("urn:uuid:".count)) : uid
        return String(uid.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }.map(Character.init))
    }
}
