import ArgumentParser
import Primitives
import Repository

struct BookAddCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a book, with or without a source.",
        usage:
            "contacts book add <name> [--carddav <address> [--user <name>] | --folder <folder> | --api <url>] [<options>]",
        discussion: """
            Without a source, the book starts empty, holds contacts of your own, and never uses the network. With \
            --carddav or --folder, contacts sync synchronizes it in both directions; with --api, people are fetched, \
            as in the book people.

            The CardDAV address is a web address, a domain or an e-mail address. The password is never stored in a \
            file of this program: it comes from --password-command, from the variable CONTACTS_SOURCE_PASSWORD, from \
            the keyring (secret-tool) or from a prompt at the terminal. A server that takes an OAuth token, such as \
            Google's, gets the one that --token-command prints; contacts help books has an example for Google.

            A name has at most 64 letters from A to Z or a to z, digits, - and _, and doesn't begin with -. Names that \
            differ only in case are the same.

            EXAMPLES
              contacts book add family
              contacts book add work --carddav https://dav.example.com/ --user ada
              contacts book add work --carddav ada@example.com \\
                  --password-command "pass show dav"
              contacts book add old --folder ~/.contacts/old
            """,
        aliases: ["new"]
    )

    @Argument(help: "The name of the new book.")
    var name: String

    @Option(help: .value("address", "Synchronize with this CardDAV server."))
    var carddav: String?

    @Option(help: .value("name", "The user name on the CardDAV server."))
    var user: String?

    @Option(help: .value("command", "A shell command that prints the password of the CardDAV server."))
    var passwordCommand: String?

    @Option(help: .value("command", "A shell command that prints a token for the CardDAV server."))
    var tokenCommand: String?

    @Option(help: "Synchronize with this folder, which has one vCard per file.", completion: .directory)
    var folder: String?

    @Option(help: .value("url", "Fetch people from this API."))
    var api: String?

    func check() throws {
        if [carddav, folder, api].compactMap({ $0 }).count > 1 {
            throw ValidationError("A book has only one source. Give one of --carddav, --folder and --api.")
        }
        if carddav == nil, user != nil || passwordCommand != nil || tokenCommand != nil {
            throw ValidationError(
                "--user, --password-command and --token-command need --carddav. Give the address of the server."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let source = try source()
        try source.check()
        try checkEncryption(source, in: program)
        try BookName.check(name)
        let registry = try program.bookRegistry
        let book = try registry.add(name, source: source)
        if case .carddav(let account) = source {
            try await SourcePassword(of: book, account, in: program).offerToKeep()
        }
        return program.finish("Added the book “\(name)”. \(advice(source))")
    }

    /// Refuses an account whose password would be sent over the network in plain text.
    private func checkEncryption(_ source: BookSource, in program: Program) throws {
        guard case .carddav(let account) = source, account.address.contains("://"),
            !HTTPAddress(account.address).keepsSecrets
        else { return }
        guard account.user == nil, account.passwordCommand == nil, account.tokenCommand == nil else {
            throw Failure(
                .usage,
                "A \(account.tokenCommand == nil ? "password" : "token") is never sent to \(source.shownAddress) "
                    + "without encryption. Give an https address."
            )
        }
        program.messages.warning(
            "The contacts will be sent to \(source.shownAddress) without encryption, so others can read them on the "
                + "way. Use an https address."
        )
    }

    private func source() throws -> BookSource {
        if let carddav {
            var account = CardDAVAccount(address: carddav, user: user)
            (account.passwordCommand, account.tokenCommand) = (passwordCommand, tokenCommand)
            return .carddav(account)
        }
        if let api { return .api(api) }
        guard let folder else { return .none }
        let path = URL(filePath: folder.isEmpty ? " " : folder).standardizedFileURL.path
        guard FileKind(path: path) == .folder else {
            throw Failure(
                .noInput,
                "The folder “\(folder)” doesn't exist. Create it first, or give the folder with the vCards."
            )
        }
        return .folder(path)
    }

    private func advice(_ source: BookSource) -> String {
        switch source {
        case .none: "Add contacts with: contacts --book \(name) add, or contacts --book \(name) import FILE"
        case .api: "List its people with: contacts --book \(name) list"
        case .folder, .carddav: "Synchronize it with: contacts --book \(name) sync"
        }
    }
}
