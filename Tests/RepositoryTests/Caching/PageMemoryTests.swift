import Testing

@testable import Repository

@Suite struct PageMemoryTests {
    private let page = ContactPage(contacts: [.sample("a"), .sample("b")])
    private let query = ContactQuery(limit: 10)

    @Test func `a page is a hit for the same query at the same revision only`() {
        let memory = PageMemory(limit: 100_000)
        let revision = StoreRevision(own: 3, others: 5)
        #expect(memory.page(of: query, at: revision) == nil)
        memory.insert(page, of: query, at: revision)
        #expect(memory.page(of: query, at: revision) == page)
        #expect(memory.page(of: ContactQuery(limit: 11), at: revision) == nil)
        #expect(memory.page(of: query, at: StoreRevision(own: 3, others: 6)) == nil)
        // A page of another revision is evicted on the way.
        #expect(memory.page(of: query, at: revision) == nil)
    }

    @Test func `pages beyond the limit are evicted or not cached`() {
        let revision = StoreRevision(own: 1)
        let small = PageMemory(limit: 1000)
        small.insert(page, of: query, at: revision)
        #expect(small.page(of: query, at: revision) == nil)
        let size = page.contacts.reduce(1024) { $0 + $1.memorySize }
        let memory = PageMemory(limit: 2 * size)
        let queries = (1...3).map { ContactQuery(limit: $0) }
        for query in queries { memory.insert(page, of: query, at: revision) }
        #expect(queries.map { memory.page(of: $0, at: revision) == nil } == [true, false, false])
    }

    @Test func `the size of a contact grows with its texts`() {
        var contact = Contact.sample("a")
        contact.nickname = "short"
        let size = contact.memorySize
        contact.note = String(repeating: "x", count: 1000)
        #expect(contact.memorySize >= size + 1000)
        contact.photo = .data(mediaType: "image/png", base64: String(repeating: "A", count: 5000))
        #expect(contact.memorySize >= size + 6000)
    }
}
