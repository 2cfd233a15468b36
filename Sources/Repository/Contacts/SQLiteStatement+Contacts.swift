extension SQLiteStatement {
    /// Sets the arguments from `index` on, in the order of ``ContactColumns/keys``.
    func bind(_ keys: ContactKeys, from index: Int32) throws {
        let texts = ContactColumns.texts(of: keys)
        for (place, text) in texts.enumerated() { try bind(text, at: index + Int32(place)) }
        try bind(keys.initials.bits, at: index + Int32(texts.count))
    }

    /// Sets the arguments from `index` on, in the order of ``ContactColumns/base`` and ``ContactColumns/keys``, and runs to
    /// the end.
    func run(_ row: PersonRow, from index: Int32) throws {
        let first = PersonRow.firstOfBase
        try bind(row.initials.bits, at: index + Int32(row.texts.count - first))
        try run(row.texts, from: first, at: index)
    }

    /// Sets the arguments of the conditions from `index` on, which is behind them then.
    func bind(_ conditions: [ContactFilterCondition], at index: inout Int32) throws {
        for argument in conditions.flatMap(\.arguments) {
            try argument.bind(to: self, at: index)
            index += 1
        }
    }
}
