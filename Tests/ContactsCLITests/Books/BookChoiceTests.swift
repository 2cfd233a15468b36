import Foundation
import Repository
import Testing

@testable import ContactsCLI

@Suite struct BookChoiceTests {
    private let folder: TemporaryFolder
    private let registry: BookRegistry

    init() throws {
        folder = try TemporaryFolder()
        registry = BookRegistry(folder: folder.url.appending(path: ".local/share/contacts").path)
        _ = try registry.add("home", source: .none)
        _ = try registry.add("people", source: .api("https://other.example/api/"))
    }

    private func load(
        _ flags: ConfigurationFlags = ConfigurationFlags(),
        _ variables: [String: String] = [:]
    ) throws -> AppConfiguration {
        let environment = variables.merging(["HOME": folder.url.path]) { $1 }
        return try ConfigurationLoader(processEnvironment: environment).load(flags: flags).configuration
    }

    @Test func `without a choice it is the default book, at its old place`() throws {
        let configuration = try load()
        #expect(configuration.book?.name == "default")
        #expect(configuration.databasePath.hasSuffix("/contacts/contacts-dev.sqlite"))
        #expect(configuration.isDemonstration)
    }

    @Test func `a flag is stronger than a variable, and that than the registry`() throws {
        try registry.setStandard("people")
        #expect(try load().book?.name == "people")
        #expect(try load(ConfigurationFlags(), ["CONTACTS_BOOK": "home"]).book?.name == "home")
        #expect(try load(ConfigurationFlags(book: "default"), ["CONTACTS_BOOK": "home"]).book?.name == "default")
        #expect(try load(ConfigurationFlags(book: "home")).databasePath == "\(registry.databaseFolder)/home.sqlite")
    }

    @Test func `a file that a flag names wins over a weaker book, and the other way round`() throws {
        let file = try load(ConfigurationFlags(databasePath: "/x.sqlite"), ["CONTACTS_BOOK": "home"])
        #expect(file.book == nil)
        #expect(file.databasePath == "/x.sqlite")
        #expect(try load(ConfigurationFlags(book: "home"), ["CONTACTS_DB": "/x.sqlite"]).book?.name == "home")
        try registry.setStandard("home")
        #expect(try load(ConfigurationFlags(), ["CONTACTS_DB": "/x.sqlite"]).databasePath == "/x.sqlite")
    }

    @Test func `a book of one's own uses no API, and another API never gets the token of the settings`() throws {
        let token = ["CONTACTS_API_ACCESS_TOKEN": "hush", "CONTACTS_API_ENDPOINT_URL": "https://one.example/api/"]
        #expect(try load(ConfigurationFlags(), token).apiAccessToken?.value == "hush")
        #expect(try !load(ConfigurationFlags(book: "home"), token).usesAPI)
        let people = try load(ConfigurationFlags(book: "people"), token)
        #expect(people.apiEndpointURL == "https://other.example/api/")
        #expect(people.apiAccessToken == nil)
    }

    @Test func `an unknown book is a usage error only where a flag names it`() throws {
        for (flags, variables, status) in [
            (ConfigurationFlags(book: "hoem"), [:], ExitStatus.usage),
            (ConfigurationFlags(), ["CONTACTS_BOOK": "hoem"], .configuration),
        ] {
            let error = #expect(throws: ConfigurationError.self) { _ = try load(flags, variables) }
            let failure = Failure(try #require(error))
            #expect(failure.status == status)
            #expect(failure.message.contains("Did you mean “home”?"))
        }
    }

    @Test func `all are the default book and the others`() throws {
        let all = try load(ConfigurationFlags(book: "all"))
        #expect(all.isAllBooks)
        #expect(all.book?.name == "default")
        #expect(all.otherBooks.map(\.name) == ["home", "people"])
    }
}
