import ArgumentParser
import Repository
import Services

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
