import Foundation
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite struct BookCommandsTests {
    @Test func `books are added, listed, renamed, chosen and removed`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("book", "add", "home")
        try await contacts.succeed("book", "add", "work", "--carddav", "https://dav.example.com/", "--user", "ada")
        try await contacts.succeed("book", "rename", "home", "family")
        try await contacts.succeed("book", "default", "family")
        let books = [
            "people\tno\tapi\tembedded:\t", "family\tyes\tnone\t\t", "work\tno\tcarddav\thttps://dav.example.com/\tada",
        ]
        #expect(try await contacts.run("book", "list", "--fields", "name,default,source,address,user").lines == books)
        #expect(try TemporaryFolder.mode(of: contacts.home.path(".local/share/contacts/books/home.sqlite")) == 0o600)
        try await contacts.succeed("book", "remove", "family", "--yes", saying: "books/removed/family.sqlite")
        #expect(try await contacts.run("book", "default").output == "people\n")
    }

    @Test func `a book of one's own is empty, and asks no network`() async throws {
        // Nothing listens there; a request would fail.
        let contacts = try Binary(variables: ["CONTACTS_API_ENDPOINT_URL": "http://127.0.0.1:9/"])
        try await contacts.succeed("book", "add", "home")
        for arguments in [["list"], ["list", "--refresh"], ["sync"], ["search", "a"], ["birthdays"]] {
            try await contacts.succeed(["--book", "home"] + arguments, output: "")
        }
    }

    @Test func `all books are listed together, and each row ends with its book`() async throws {
        let (contacts, _) = try await Binary.filled()
        try await contacts.succeed("book", "add", "work")
        try await contacts.succeed("--book", "work", "add", "Bess Jones", "b@example.com")
        let all = Binary(contacts, variables: ["CONTACTS_BOOK": "all"])
        let table = try await all.run("list", "--format", "csv", "--fields", "first")
        #expect(table.output == "first,book\r\nGrace,home\r\nBess,work\r\nAda,home\r\nAlan,home\r\n")
        let json = try await all.run("list", "--json", "--limit", "2")
        #expect(json.output.contains(",\"book\":\"home\"}"))
        #expect(json.output.contains(",\"book\":\"work\"}"))
        #expect(try await all.run("list", "--next", "--fields", "first").lines == ["Ada\thome", "Alan\thome"])
        try await all.succeed("email", "--mutt", "bess", output: "Contacts\nb@example.com\tBess Jones\t\twork\n")
        try await all.fail(64, "add", "--first-name", "X")
        #expect(try await !contacts.run("list", "--json").output.contains("\"book\""))
    }

    @Test func `an unknown book is told in the same words wherever it is named`() async throws {
        let contacts = try Binary()
        let messages = "contacts: There is no book “hoem”. The books are people."
        for arguments in [
            ["--book", "hoem", "list"], ["book", "show", "hoem"], ["book", "remove", "hoem", "--yes"],
            ["copy", "x", "--to", "hoem"],
        ] {
            let result = try await contacts.fail(64, arguments)
            #expect(result.messages.hasPrefix(messages), "\(result.messages)")
        }
        let variable = try await contacts.fail(78, "list", variables: ["CONTACTS_BOOK": "hoem"])
        #expect(variable.messages.hasPrefix(messages), "\(variable.messages)")
        try await contacts.fail(64, "copy", "x", "--to", "all", saying: "all books together")
    }

    @Test func `a password is not part of an address, and goes over the network only encrypted`() async throws {
        let contacts = try Binary()
        let address = "https://ada:geheim@dav.example.com/"
        let result = try await contacts.fail(64, "book", "add", "work", "--carddav", address, saying: "--user")
        #expect(!result.messages.contains("geheim"))
        #expect(try await contacts.run("book", "list", "--fields", "name").lines == ["people"])
        func add(_ name: String, _ address: String, _ secret: String...) -> [String] {
            ["book", "add", name, "--carddav", address] + secret
        }
        let open = "http://dav.example.com/"
        let refused = try await contacts.fail(64, add("w", open, "--user", "ada"), saying: open, "https")
        #expect(!refused.messages.contains("warning"))
        try await contacts.fail(64, add("w", open, "--token-command", "token"))
        // A place belongs to one book.
        try await contacts.succeed(add("here", "http://127.0.0.1:9/", "--user", "ada"))
        try await contacts.fail(64, add("two", "http://127.0.0.1:9", "--user", "ada"), saying: "“here”")
    }

    @Test func `a folder must be there, belongs to one book, whichever link leads to it, and is shown whole`()
        async throws
    {
        let contacts = try Binary()
        try await contacts.fail(66, "book", "add", "old", "--folder", "/nowhere/at/all")
        let color = try contacts.home.write(" #1a2B3cff\n", to: "cards/color")
        let cards = URL(filePath: color).deletingLastPathComponent().path
        try FileManager.default.createSymbolicLink(atPath: cards + "-link", withDestinationPath: cards)
        try await contacts.succeed("book", "add", "old", "--folder", cards + "/.")
        try await contacts.fail(64, "book", "add", "new", "--folder", cards + "-link", saying: "“old”")
        let json = try await contacts.run("book", "show", "old", "--json=address,source,contacts").output
        #expect(json.contains("\"\(cards)\"") && json.contains("\"contacts\":0"), "\(json)")
        let shown = try await contacts.run("book", "show", "old").output
        #expect(shown.contains("#1a2B3c\n") && !shown.contains("unknown"), "\(shown)")
        #expect(try await contacts.run("book", "list", "--json=name,color").output.contains("#1a2B3c"))
    }

    @Test func `a book is removed only when that is confirmed, and its database can still be opened`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("book", "add", "home")
        try await contacts.succeed("--book", "home", "add", "--first-name", "Ada")
        #expect(try await contacts.run("book", "remove", "home").status == 64)
        try await contacts.type("n\n", to: "book", "remove", "home", status: 1, showing: "with 1 contact?")
        let removed = try await contacts.succeed("book", "remove", "home", "--yes")
        let path = try #require(removed.messages.firstMatch(of: /“(\/[^”]*)”/)?.output.1)
        #expect(try await contacts.run("--db", String(path), "list", "--offline", "--fields", "first").lines == ["Ada"])
        try await contacts.fail(64, "--book", "home", "list")
        try await contacts.fail(64, "book", "remove", "people", "--yes")
    }
}

@Suite struct BookChoiceTests {
    private let folder: TemporaryFolder
    private let registry: BookRegistry

    init() throws {
        folder = try TemporaryFolder()
        registry = BookRegistry(folder: folder.url.appending(path: ".local/share/contacts").path)
        _ = try registry.add("home", source: .none)
        _ = try registry.add("staff", source: .api("https://other.example/api/"))
    }

    private func load(_ flags: [ConfigurationKey: String] = [:], _ variables: [String: String] = [:]) throws
        -> AppConfiguration
    {
        let environment = variables.merging(["HOME": folder.url.path]) { $1 }
        return try ConfigurationLoader(processEnvironment: environment).load(flags: ConfigurationFlags(values: flags))
            .configuration
    }

    @Test func `a flag is stronger than a variable, that than the registry, and without a choice it is the API`() throws
    {
        let people = try load()
        #expect(people.book?.name == "people" && people.isDemonstration)
        #expect(people.databasePath.hasSuffix("/contacts/contacts-dev.sqlite"))
        try registry.change { try $0.setStandard("staff") }
        #expect(try load().book?.name == "staff")
        #expect(try load([:], ["CONTACTS_BOOK": "home"]).book?.name == "home")
        #expect(try load([.book: "default"], ["CONTACTS_BOOK": "home"]).book?.name == "staff")
        #expect(try load([.book: "home"]).databasePath == "\(registry.databaseFolder)/home.sqlite")
        // A file and a book are weighed alike.
        let file = try load([.databasePath: "/x.sqlite"], ["CONTACTS_BOOK": "home"])
        #expect(file.book == nil && file.databasePath == "/x.sqlite")
        #expect(try load([.book: "home"], ["CONTACTS_DB": "/x.sqlite"]).book?.name == "home")
        try registry.change { try $0.setStandard("home") }
        #expect(try load([:], ["CONTACTS_DB": "/x.sqlite"]).databasePath == "/x.sqlite")
    }

    @Test func `a book of one's own uses no API, and another API never gets the token of the settings`() throws {
        let token = ["CONTACTS_API_ACCESS_TOKEN": "hush", "CONTACTS_API_ENDPOINT_URL": "https://one.example/api/"]
        #expect(try load([:], token).apiAccessToken?.value == "hush")
        #expect(try !load([.book: "home"], token).usesAPI)
        let staff = try load([.book: "staff"], token)
        #expect(staff.apiEndpointURL == "https://other.example/api/")
        #expect(staff.apiAccessToken == nil)
    }

    @Test func `all are the books that were added, and the people only where they are named`() throws {
        let all = try load([.book: "all"])
        #expect(all.isAllBooks && all.joinedBooks?.map(\.name) == ["home", "staff"])
        #expect(all.book?.name == "home")
        let both = try load([.book: "all, people,home"])
        #expect(both.joinedBooks?.map(\.name) == ["home", "staff", "people"])
        #expect(both.book?.name == "people", "the standard book is looked at first")
    }
}

@Suite struct SourcePasswordTests {
    private let book = Book(name: "work", databasePath: "/work.sqlite", source: .none)
    private let account = CardDAVAccount(address: "https://dav.example.com/", user: "ada")

    private func password(
        command: String? = nil,
        token: String? = nil,
        _ environment: [String: String] = [:],
        canAsk: Bool = false,
        examination: Duration? = nil
    ) -> SourcePassword {
        var account = account
        account.passwordCommand = command
        account.tokenCommand = token
        let program = Program(
            output: OutputWriter(descriptor: Descriptor(number: -1)),
            screen: Screen(isTerminal: false, columns: 80),
            prompt: Prompt(input: Descriptor(number: -1), canAsk: canAsk, messages: .silent),
            environment: environment,
            options: GlobalOptions()
        )
        return SourcePassword(of: book, account, in: program, examination: examination)
    }

    @Test func `the command of the book is stronger than the variable; without both the message says what to do`()
        async throws
    {
        let variables = [SourcePassword.variable: "from the variable"]
        #expect(try await password(command: "printf 'one two\\nthree'", variables).value().value == "one two")
        #expect(try await password(variables).value().value == "from the variable")
        let error = await #expect(throws: Failure.self) { try await password().value() }
        #expect(error?.status == .usage && error?.message.contains(SourcePassword.variable) == true)
    }

    @Test(arguments: ["exit 3", "true", "/nowhere/at/all"])
    func `a command that gives no password is an error of the settings`(command: String) async throws {
        let error = await #expect(throws: Failure.self) {
            try await password(command: command + " 2>/dev/null").value()
        }
        #expect(error?.status == .configuration && error?.message.contains("“work”") == true)
    }

    @Test func `a token comes from its command, which is run again only for one that was rejected`() async throws {
        let folder = try TemporaryFolder()
        let command = "echo x >> '\(folder.url.path)/runs'; wc -l < '\(folder.url.path)/runs' | tr -d ' '"
        let token = password(token: command, [SourcePassword.variable: "a password"])
        for _ in 0..<2 { #expect(try await token.value().value == "1") }
        for _ in 0..<2 { #expect(try await token.value(insteadOf: "1").value == "2") }
    }

    @Test func `the keyring is asked by its program, and its answer is the password`() async throws {
        let folder = try TemporaryFolder()
        let tool = folder.url.appending(path: "secret-tool")
        let script =
            "#!/bin/sh\nif [ \"$1\" = store ]; then cat > \"$0.kept\"; echo \"$@\" > \"$0.words\"; exit; fi\n"
            + "[ \"$1 $7\" = 'lookup ada' ] && cat \"$0.kept\"\n"
        try await TemporaryFolder.makeProgram(script, at: tool)
        let environment = ["PATH": folder.url.path]
        let keyring = try #require(Keyring(environment))
        #expect(await keyring.password(for: account) == nil)
        #expect(await keyring.keep(Secret("in the keyring"), for: account, of: book))
        #expect(try !String(contentsOfFile: tool.path + ".words", encoding: .utf8).contains("in the keyring"))
        #expect(try await password(environment).value().value == "in the keyring")
        #expect(Keyring(["PATH": "/nowhere"]) == nil)
    }

    @Test(.timeLimit(.minutes(1))) func `an examination asks for nothing, and waits for nothing long`() async throws {
        let time = Duration.milliseconds(200)
        let unknown = await #expect(throws: UnexaminedSource.self) {
            try await password(canAsk: true, examination: time).value()
        }
        #expect(unknown?.reason.contains(SourcePassword.variable) == true)
        // What the command started ends, too; there is no terminal that it could ask at.
        let late = await #expect(throws: UnexaminedSource.self) {
            try await password(command: "sleep 600 | sleep 600; echo x", canAsk: true, examination: time).value()
        }
        #expect(late?.reason.contains("didn't finish") == true)
        let command = "read answer; (: < /dev/tty) 2>/dev/null && echo terminal || echo none$answer"
        #expect(try await password(command: command, examination: Duration.seconds(50)).value().value == "none")
    }
}
