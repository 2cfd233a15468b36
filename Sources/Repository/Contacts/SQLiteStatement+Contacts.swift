extension SQLiteStatement {
    /// Sets the six arguments from `index` on, in the order of ``ContactColumns/keys``.
    func bind(_ keys: ContactKeys, from index: Int32) throws {
        try bind(keys.order.last, at: index)
        try bind(keys.order.first, at: index + 1)
        try bind(keys.order.birthday, at: index + 2)
        try bind(keys.words.key, at: index + 3)
        try bind(keys.words.text, at: index + 4)
        try bind(keys.initials.bits, at: index + 5)
    }

    /// Sets the arguments from `index` on, in the order of ``ContactColumns/base`` and ``ContactColumns/keys``, and runs to
    /// the end.
    func run(_ row: PersonRow, from index: Int32) throws {
        try bind(row.initials.bits, at: index + Int32(row.texts.count - PersonRow.base))
        try run(row.texts, from: PersonRow.base, at: index)
    }

    /// Sets the arguments of the conditions from `index` on, which is behind them then.
    func bind(_ conditions: [ContactFilterCondition], at index: inout Int32) throws {
        for argument in conditions.flatMap(\.arguments) {
            try argument.bind(to: self, at: index)
            index += 1
        }
    }
}
