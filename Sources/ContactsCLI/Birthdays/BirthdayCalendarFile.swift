import Primitives
import Repository

/// Birthdays and anniversaries as events of iCalendar (RFC 5545) that recur every year.
struct BirthdayCalendarFile {
    private var text = ""
    private var written: Set<String> = []

    init() {
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//contacts//birthdays//EN", "CALSCALE:GREGORIAN"] {
            append(line)
        }
    }

    mutating func take() -> [UInt8] {
        defer { text = "" }
        return Array(text.utf8)
    }

    mutating func add(_ contact: Contact) {
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
            append("BEGIN:VEVENT")
            append("UID:\(uid)")
            append("DTSTAMP:20000101T000000Z")
            append("DTSTART;VALUE=DATE:\(start)")
            append("RRULE:FREQ=YEARLY" + (isLeapDay ? ";BYMONTH=2;BYMONTHDAY=-1" : ""))
            append("SUMMARY:\(Self.escaped("\(title): \(name)"))")
            append("TRANSP:TRANSPARENT")
            append("END:VEVENT")
        }
    }

    mutating func end() { append("END:VCALENDAR") }

    /// Adds a line, folded after at most 75 bytes (section 3.1).
    private mutating func append(_ line: String) {
        var width = 0
        for scalar in line.unicodeScalars {
            let bytes = UTF8.width(scalar)
            if width + bytes > 75 {
                text += "\r\n "
                width = 1
            }
            text.unicodeScalars.append(scalar)
            width += bytes
        }
        text += "\r\n"
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
