import Testing

struct ProgramTests {
    @Test(arguments: [
        (["--version"], [:], "Contacts DEV 0.1.0"), (["-V"], [:], "Contacts DEV 0.1.0"),
        (["list", "--version"], [:], "Contacts DEV 0.1.0"), (["--env", "QC", "--version"], [:], "Contacts QC 0.1.0"),
        // Name and number are those of the settings, and the built-in ones where settings cannot be used.
        (["--version"], ["CONTACTS_APP_NAME": "People", "CONTACTS_APP_VERSION": "9.1"], "People 9.1"),
        (["--version"], ["CONTACTS_API_PAGE_SIZE": "0"], "Contacts 0.1.0"),
    ])
    func `the version names the compiler and the database library`(
        arguments: [String],
        variables: [String: String],
        version: String
    ) async throws {
        let result = try await Binary().succeed(arguments, variables: variables, messages: "")
        #expect(result.output.hasPrefix("\(version) (Swift 6."))
        #expect(result.output.contains(", SQLite 3."))
    }

    @Test func `a folder that cannot be made is exit code 73`() async throws {
        try await Binary().fail(73, "sync", "--db", "/proc/folder/contacts.sqlite")
    }
}
