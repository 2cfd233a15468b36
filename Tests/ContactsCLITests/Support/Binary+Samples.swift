import Testing

extension Binary {
    /// A store with Ada, Grace and Alan; Alan has only a name and a birthday without a year.
    static func filled() async throws -> (contacts: Binary, ids: [String]) {
        let contacts = try Binary()
        var ids: [String] = []
        for arguments in [
            [
                "--first-name", "Ada", "--last-name", "Lovelace", "--email", "ada@example.com", "--phone", "030 1",
                "--cell", "0170 2", "--group", "maths", "--birthday", "1815-12-10",
            ],
            ["--first-name", "Grace", "--last-name", "Hopper", "--email", "grace@example.org", "--group", "navy"],
            ["--first-name", "Alan", "--last-name", "Turing", "--birthday=--06-23"],
        ] {
            let added = try await contacts.start(["add"] + arguments).result
            #expect(added.status == 0, "\(added.messages)")
            ids.append(added.lines.first ?? "")
        }
        return (contacts, ids)
    }
}
