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
        _ = try registry.add("staff", source: .api("https://other.example/api/"))
    }

    private func load(
        _ flags: ConfigurationFlags = ConfigurationFlags(),
        _ variables: [String: String] = [:]
    ) throws -> AppConfiguration {
        let environment = variables.merging(["HOME": folder.url.path]) { $1 }
        return try ConfigurationLoader(processEnvironment: environment).load(flags: flags).configuration
    }

    @Test func `without a choice it is the people of the API, at their old place`() throws {
        let configuration = try load()
        #expect(configuration.book?.name == "people")
        #expect(configuration.databasePath.hasSuffix("/contacts/contacts-dev.sqlite"))
        #expect(configuration.isDemonstration)
    }

    @Test func `a flag is stronger than a variable, and that than the registry`() throws {
        try registry.change { try $0.setStandard("staff") }
        #expect(try load().book?.name == "staff")
        #expect(try load(ConfigurationFlags(), ["CONTACTS_BOOK": "home"]).book?.name == "home")
        #expect(try load(ConfigurationFlags(book: "default"), ["CONTACTS_BOOK": "home"]).book?.name == "staff")
        #expect(try load(ConfigurationFlags(book: "home")).databasePath == "\(registry.databaseFolder)/home.sqlite")
    }

    @Test func `a file that a flag names wins over a weaker book, and the other way round`() throws {
        let file = try load(ConfigurationFlags(databasePath: "/x.sqlite"), ["CONTACTS_BOOK": "home"])
        #expect(file.book == nil)
        #expect(file.databasePath == "/x.sqlite")
        #expect(try load(ConfigurationFlags(book: "home"), ["CONTACTS_DB": "/x.sqlite"]).book?.name == "home")
        try registry.change { try $0.setStandard("home") }
        #expect(try load(ConfigurationFlags(), ["CONTACTS_DB": "/x.sqlite"]).databasePath == "/x.sqlite")
    }

    @Test func `a book of one's own uses no API, and another API never gets the token of the settings`() throws {
        let token = ["CONTACTS_API_ACCESS_TOKEN": "hush", "CONTACTS_API_ENDPOINT_URL": "https://one.example/api/"]
        #expect(try load(ConfigurationFlags(), token).apiAccessToken?.value == "hush")
        #expect(try !load(ConfigurationFlags(book: "home"), token).usesAPI)
        let staff = try load(ConfigurationFlags(book: "staff"), token)
        #expect(staff.apiEndpointURL == "https://other.example/api/")
        #expect(staff.apiAccessToken == nil)
    }

    @Test func `all are the books that were added, and the people only where they are named`() throws {
        let all = try load(ConfigurationFlags(book: "all"))
        #expect(all.isAllBooks && all.joinedBooks?.map(\.name) == ["home", "staff"])
        #expect(all.book?.name == "home")
        let both = try load(ConfigurationFlags(book: "all, people,home"))
        #expect(both.joinedBooks?.map(\.name) == ["home", "staff", "people"])
        #expect(both.book?.name == "people", "the standard book is looked at first")
    }
}
