import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct AddEmailCommandTests {
    @Test func `the sender of a mail is added once, and undo takes it back`() async throws {
        let contacts = try Binary.withOwnBook()
        // Found by the words of the address, but another one.
        #expect(try await contacts.run("add", "--first-name", "Eve", "--email", "ada@example.com.org").status == 0)
        let mail = "From: Ada Lovelace <ada@example.com>\r\nTo: Grace <g@example.org>\r\n\r\nhello\r\n"
        try Data(mail.utf8).write(to: contacts.home.url.appending(path: "mail"))
        let trial = try await contacts.shell("\"$contacts\" add-email --dry-run < $HOME/mail")
        #expect(trial.status == 0)
        #expect(trial.output.isEmpty)
        #expect(trial.messages == "contacts: Would add Ada Lovelace <ada@example.com>.\n")
        let first = try await contacts.shell("\"$contacts\" add-email < $HOME/mail")
        #expect(first.status == 0)
        #expect(first.lines.count == 1)
        #expect(first.messages == "contacts: Added Ada Lovelace <ada@example.com>.\n")
        let all = try await contacts.shell("sed s/ada@/ADA@/ $HOME/mail | \"$contacts\" add-email --all")
        #expect(
            all.messages
                == "contacts: Already here: Ada Lovelace <ADA@example.com>.\ncontacts: Added Grace <g@example.org>.\n"
        )
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.run("email", "--offline").lines.count == 2)
        let empty = try await contacts.run("add-email")
        #expect(empty.status == 65)
        #expect(empty.messages.contains("From"))
    }
}
