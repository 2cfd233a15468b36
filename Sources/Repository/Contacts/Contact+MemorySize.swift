extension Contact {
    /// About how many bytes the contact takes in memory: its own, and those of texts that do not fit in themselves.
    var memorySize: Int {
        if let storedTexts { return MemoryLayout<Contact>.stride + 32 + storedTexts.size }
        let links = [picture.large, picture.medium, picture.thumbnail, registered].compactMap { $0 }
        let photo: Int =
            switch photo {
            case .uri(let uri): uri.utf8.count
            case .data(_, let base64): base64.utf8.count
            case nil: 0
            }
        let entries = emails.count + phones.count + 4 * addresses.count + 2 * lines.count
        let own = MemoryLayout<Contact>.stride + 32 + MemoryLayout<ContactFields>.stride
        // Up to 15 bytes of a text are kept in place; longer ones have a head of 32.
        return (ContactField.allTexts(of: self) + links + lines).reduce(
            into: own + photo + entries * MemoryLayout<ContactValue>.stride
        ) { size, text in
            if text.utf8.count > 15 { size += text.utf8.count + 32 }
        }
    }
}
