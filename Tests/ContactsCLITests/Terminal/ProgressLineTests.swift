import Testing

@testable import ContactsCLI

struct ProgressLineTests {
    private let page = ProgressLine(pages: 1, of: 4, people: 50)

    @Test func `the line tells no speed before it means something`() {
        #expect(page.text(after: .milliseconds(999)) == "1/4 pages, 50 people")
    }

    @Test func `the line tells the speed and the time left where the whole is known`() {
        #expect(page.text(after: .seconds(2)) == "1/4 pages, 50 people, 25/s, 6 s left")
        #expect(page.text(after: .seconds(50)) == "1/4 pages, 50 people, 1/s, 2 min 30 s left")
        #expect(page.text(after: .seconds(4_000)) == "1/4 pages, 50 people, 0/s, 3 h 20 min left")
        #expect(
            ProgressLine(contacts: 3_000, of: 12_000).text(after: .seconds(3))
                == "3000/12000 contacts, 1000/s, 9 s left"
        )
        let file = ImportProgress(contacts: 100, bytes: 500, bytesTotal: 2_000)
        #expect(ProgressLine(file).text(after: .seconds(1)) == "25 %, 100 contacts, 100/s, 3 s left")
    }

    @Test func `nothing is left to wait for at the end, and nobody knows without a whole`() {
        #expect(ProgressLine(pages: 4, of: 4, people: 1).text(after: .seconds(1)) == "4/4 pages, 1 person, 1/s")
        #expect(ProgressLine(contacts: 300, of: nil).text(after: .seconds(3)) == "300 contacts, 100/s")
        let input = ImportProgress(contacts: 100, bytes: 500)
        #expect(ProgressLine(input).text(after: .seconds(2)) == "100 contacts, 50/s")
    }

    @Test func `a whole that grew or is empty is no trap`() {
        let grown = ImportProgress(contacts: 1, bytes: 5_000, bytesTotal: 2_000)
        #expect(ProgressLine(grown).text(after: .zero) == "100 %, 1 contact")
        #expect(ProgressLine(contacts: 0, of: 0).text(after: .seconds(2)) == "0/0 contacts")
        #expect(ProgressLine(pages: 0, of: 0, people: 0).text(after: .seconds(2)) == "0/0 pages, 0 people")
    }
}
