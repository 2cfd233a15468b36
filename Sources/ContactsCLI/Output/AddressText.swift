import Repository

/// Postal addresses for people.
enum AddressText {
    /// The parts that are known on one line, commas between them: `Box 7, 1 Main St, 8000 Zürich, ZH, Switzerland`.
    static func line(of address: PostalAddress) -> String {
        let town = [address.postcode, address.city].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        return [address.poBox, address.extended, address.street, town, address.state, address.country]
            .compactMap { $0 }
            .filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
