import Repository
import Testing

@Suite("The names of books")
struct BookTests {
    @Test(
        "A text that cannot be a name is refused",
        arguments: ["", "all", "ALL", "-x", "a b", "a/b", "..", "é", String(repeating: "a", count: 65), "a\u{1B}[31m"]
    )
    func refusals(name: String) {
        let error = #expect(throws: RepositoryError.self) { try BookName.check(name) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("\u{1B}") == false)
    }

    @Test(
        "Letters, digits, - and _ make a name",
        arguments: ["home", "Work_2", "3", "a-b", String(repeating: "a", count: 64)]
    )
    func names(name: String) throws {
        try BookName.check(name)
    }

    @Test("A book that does not exist is answered with the nearest name, or with all")
    func nearest() throws {
        let list = BookList()
        #expect(try list.entry(named: "default") == nil)
        let near = #expect(throws: RepositoryError.self) { _ = try list.entry(named: "defualt") }
        #expect(near?.message.contains("Did you mean “default”?") == true)
        let far = #expect(throws: RepositoryError.self) { _ = try list.entry(named: "xyz") }
        #expect(far?.message.contains("The books are default.") == true)
    }
}
