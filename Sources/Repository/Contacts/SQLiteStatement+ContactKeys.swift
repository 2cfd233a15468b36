extension SQLiteStatement {
    /// Sets the five arguments from `index` on, in the order of ``ContactColumns/keys``.
    func bind(_ keys: ContactKeys, from index: Int32) throws {
        try bind(keys.order.last, at: index)
        try bind(keys.order.first, at: index + 1)
        try bind(keys.order.birthday, at: index + 2)
        try bind(keys.words.key, at: index + 3)
        try bind(keys.words.text, at: index + 4)
    }
}
