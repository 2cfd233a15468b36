extension Contact {
    /// About how many bytes the contact takes in memory: its own, and those of texts that do not fit in themselves.
    var memorySize: Int {
        let texts = [
            id.rawValue, name.title, name.first, name.last, gender, email, phone, cell, birthday, address.street,
            address.city, address.state, address.postcode, address.country, nationality, picture.large, picture.medium,
            picture.thumbnail, registered,
        ]
        return texts.reduce(into: MemoryLayout<Contact>.stride) { size, text in
            // Up to 15 bytes are kept in place; longer texts have a head of 32.
            if let count = text?.utf8.count, count > 15 { size += count + 32 }
        }
    }
}
