extension Int {
    /// Returns the decimal digits of a number that isn't negative, with zeros in front up to `count`.
    package func digits(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}
