/// Makes the overrides of the second form of the database cards of the third.
struct ContactOverrideMigration {
    let connection: SQLiteConnection

    /// Moves all overrides; `''` was a cleared field.
    func run() throws {
        let insert = "INSERT INTO contact_local (contact, card) VALUES (?, ?)"
        try connection.withStatement("SELECT contact, first, last, email, phone FROM contact_override") { row in
            while try row.step() {
                let number = row.integer(0)
                let card = self.card(first: row.text(1), last: row.text(2), email: row.text(3), phone: row.text(4))
                try connection.withStatement(insert) { statement in
                    try statement.bind(number, at: 1)
                    try statement.bind(card, at: 2)
                    try statement.run()
                }
            }
        }
        try connection.execute("DROP TABLE contact_override")
    }

    private func card(first: String?, last: String?, email: String?, phone: String?) -> String {
        var json = JSONBytes()
        json.appendObject { json in
            for (name, text) in [("first", first), ("last", last), ("phone", phone)] {
                guard let text else { continue }
                json.append(key: name)
                json.append(text.isEmpty ? nil : text)
            }
            guard let email else { return }
            json.append(key: "emails")
            json.append(email.isEmpty ? [] : [email]) { json, email in
                json.appendObject { json in
                    json.append(key: "value")
                    json.append(email)
                }
            }
        }
        return json.text
    }
}
