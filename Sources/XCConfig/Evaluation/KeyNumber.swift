/// Numbers that stand for no key of the table.
enum KeyNumber {
    /// Nothing assigns to the key.
    static let unknown: Int32 = -1
    /// `inherited` and `value`: the key that is being evaluated.
    static let inherited: Int32 = -2
}
