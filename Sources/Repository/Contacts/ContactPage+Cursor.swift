extension ContactPage {
    /// A page of contacts in their order, with the cursor of the last one when more follow.
    init(_ contacts: [Contact], of query: ContactQuery, isLast: Bool) {
        let next =
            isLast ? nil : contacts.last.map { CursorPosition(key: SortKeys($0)[query.sort], id: $0.id).cursor(query) }
        self.init(contacts: contacts, next: next)
    }
}
