extension UInt8 {
    /// Whether it is a letter or a digit of ASCII.
    package var isLetterOrDigit: Bool { 48...57 ~= self || 65...90 ~= self || 97...122 ~= self }
}
