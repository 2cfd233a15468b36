/// A field for a column, as given by `--map`: `Handy=phone:cell`.
package struct ColumnMapping: Equatable, Codable, Sendable {
    /// The column's name in the file.
    let header: String
    /// The field, as it was typed.
    let target: String

    /// Whether the mapping applies to a column, ignoring case and punctuation.
    func isAbout(_ header: String) -> Bool {
        CSVColumn.key(header) == CSVColumn.key(self.header)
            && (!CSVColumn.key(header).isEmpty || header == self.header)
    }
}

extension ColumnMapping {
    /// Parses `column=field`.
    package init?(argument: String) {
        // A column's name may contain an equals sign, but a field's can't.
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex else { return nil }
        header = String(argument[..<sign])
        target = String(argument[argument.index(after: sign)...])
    }

    /// Validates the target.
    ///
    /// - Throws: ``ExchangeError`` with examples if it isn't a field.
    package func check() throws(ExchangeError) {
        _ = try column(0)
    }

    /// Returns the column for the target; mapped columns have their own slots.
    ///
    /// - Throws: ``ExchangeError`` with examples if the field doesn't exist.
    func column(_ number: Int) throws(ExchangeError) -> CSVColumn {
        let parts = target.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let types = (parts.count > 1 ? parts[1] : "").split(separator: ",").map { CSVTypes.word(String($0)) }
        let slot = "map\(number)"
        let key = CSVColumn.key(parts[0])
        switch key {
        case "": if target == "-" { return .ignored }
        case "phone", "tel", "telephone": return .phone(slot: slot, types: types)
        case "cell", "mobile": return .phone(slot: slot, types: ["cell"])
        case "fax": return .phone(slot: slot, types: types + ["fax"])
        case "email", "mail": return .email(slot: slot, types: types)
        case "address": return .addressText(slot: "map" + types.joined(separator: "-"), types: types)
        default:
            if target.lowercased().hasPrefix("x-") { return .line(CSVColumn.property(target)) }
            if let part = CSVColumn.part(key) {
                return .addressPart(slot: "map" + types.joined(separator: "-"), types: types, part)
            }
            if types.isEmpty, let column = CSVColumn(header: parts[0]) { return column }
        }
        let advice =
            "Use a field such as first_name, organization or note; phone:cell, email:work or city:home; x-name to keep "
            + "the column under that name; or - to leave it out."
        throw ExchangeError(message: "“\(target)” in --map “\(header)=\(target)” is not a field. \(advice)")
    }
}
