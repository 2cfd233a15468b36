import ArgumentParser
import Repository

/// The forms in which groups can be asked for.
enum GroupFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case tsv
    case json

    /// The columns of the lines, in their order.
    static let columns = ["name", "contacts"]

    /// The groups in this form, in the order given.
    func bytes(of groups: [StoreOverview.Group], for screen: Screen) -> [UInt8] {
        switch self {
        case .table: Self.table(of: groups, for: screen)
        case .tsv: Self.lines(of: groups, for: screen)
        case .json: Self.json(of: groups, for: screen)
        }
    }

    private static func table(of groups: [StoreOverview.Group], for screen: Screen) -> [UInt8] {
        var table = TextTable(
            columns: [TextTable.Column("GROUP", narrowest: 10), TextTable.Column("CONTACTS", narrowest: 8)],
            screen: screen
        )
        return table.page(groups.map { [$0.name, String($0.contacts)] })
    }

    private static func lines(of groups: [StoreOverview.Group], for screen: Screen) -> [UInt8] {
        let text = TSVText(isForTerminal: screen.isTerminal)
        return groups.reduce(into: []) { text.append([$1.name, String($1.contacts)], to: &$0) }
    }

    private static func json(of groups: [StoreOverview.Group], for screen: Screen) -> [UInt8] {
        let text = JSONText(isForTerminal: screen.isTerminal)
        var bytes: [UInt8] = []
        for group in groups {
            bytes += bytes.isEmpty ? "[\n".utf8 : ",\n".utf8
            bytes += "{\"name\":".utf8
            text.append(group.name, to: &bytes)
            bytes += ",\"contacts\":\(group.contacts)}".utf8
        }
        bytes += bytes.isEmpty ? "[]\n".utf8 : "\n]\n".utf8
        return bytes
    }
}
