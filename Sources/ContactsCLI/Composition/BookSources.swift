import BookSync
import Primitives
import Repository

enum BookSources {
    /// Returns the book's source, which may ask for a password on first use.
    ///
    /// While examining, it never prompts the user, and an address book discovered on the account isn't saved as the
    /// book's own.
    /// - Throws: ``Failure`` or `CardSourceError` if there is no usable source; `UnexaminedSource` if it can't be
    ///   examined without asking.
    static func source(
        of book: Book,
        in program: Program,
        _ configuration: AppConfiguration,
        isExamining: Bool = false
    ) async throws -> any CardSource {
        if case .folder(let path) = book.source { return FolderSource(path: path) }
        guard case .carddav(let account) = book.source else {
            throw Failure(.usage, "The book “\(book.name)” has neither a folder nor a server to synchronize with.")
        }
        let password = SourcePassword(
            of: book,
            account,
            in: program,
            examination: isExamining ? SourcePassword.examinationTime : nil
        )
        // If the provider is found by an e-mail address, that address is also the user name.
        let isMail = account.address.contains("@") && !account.address.contains("://")
        let user = account.user ?? (isMail ? account.address : nil)
        let credentials: DAVCredentials =
            if let user, account.tokenCommand == nil {
                .password(user: user) { try await password.value().value }
            } else if account.tokenCommand != nil || account.passwordCommand != nil {
                .bearer { try await password.value(insteadOf: $0).value }
            } else {
                .none
            }
        let userAgent = ProgramVersion(configuration).userAgent
        let certificateFile = configuration.certificateFile(in: program.environment)
        let client: @Sendable (String, DAVCredentials) throws -> DAVClient = { address, credentials in
            // Connections to this machine bypass proxies, which would see the password.
            let isHere = HTTPAddress(address).isLoopback
            return try DAVClient(
                address: address,
                credentials: credentials,
                transport: CurlTransport(
                    sizeLimit: DAVClient.answerLimit,
                    proxies: isHere ? .none : ProxySettings(environment: program.environment),
                    idleTimeout: DAVClient.silence,
                    certificateFile: certificateFile
                ),
                waits: { [messages = program.messages] in messages.note($0) },
                userAgent: userAgent
            )
        }
        let discovery = CardDAVDiscovery(
            credentials: credentials,
            consent: { server, place in
                // A token is only for the server it was issued for.
                guard program.prompt.canAsk, !isExamining, account.tokenCommand == nil else { return false }
                return try await program.prompt.confirms(
                    "\(place) refers to \(server) for the account's address books. Send the password there, too?"
                )
            },
            makeClient: client
        )
        if isExamining, credentials.isSecret { _ = try await password.value() }
        let registry = try program.bookRegistry
        // Excludes address books that other books already use.
        let free: @Sendable ([CardDAVBook]) throws -> [CardDAVBook] = { found in
            let books = try registry.read()
            return found.filter { books.isFree(.carddav(account.choosing($0.url)), besides: book.name) }
        }
        let prompt = isExamining ? nil : program.prompt
        let address = try await collection(of: account, discovery, book, prompt, free)
        // Saves the choice, so that address books created later don't change it.
        if account.collection == nil, !isExamining { try keep(address, for: book, in: program) }
        return try CardDAVSource(address: address, client: client(address, credentials)) {
            try await free(discovery.books(besides: address, at: account.address))
        }
    }

    /// Saves which address book a book is synchronized with.
    static func keep(_ address: String, for book: Book, in program: Program) throws {
        let registry = try program.bookRegistry
        guard case .carddav(let account)? = try registry.read().entry(named: book.name)?.source else { return }
        try registry.change { try $0.setSource(.carddav(account.choosing(address)), of: book.name) }
    }

    /// Returns the URL of the address book: the chosen one, else the account's only one, else the one that the user
    /// chooses from those not in use, if a prompt is available.
    private static func collection(
        of account: CardDAVAccount,
        _ discovery: CardDAVDiscovery,
        _ book: Book,
        _ prompt: Prompt?,
        _ free: ([CardDAVBook]) throws -> [CardDAVBook]
    ) async throws -> String {
        if let chosen = account.collection { return chosen }
        let found = try await discovery.books(at: account.address)
        if found.count == 1 { return found[0].url }
        let home = found.first { $0.url == account.address || $0.url == account.address + "/" }
        if let home { return home.url }
        let open = try free(found)
        let choice = try await prompt?.choice(
            among: open.map { "\(DisplaySafeText.line($0.name, limit: 80))  \(HTTPAddress($0.url).shown)" },
            "Address books of the account that no book uses yet:",
            question: "Which one should the book “\(book.name)” synchronize with?"
        )
        if let choice { return open[choice].url }
        throw Failure(
            .usage,
            "The account of the book “\(book.name)” has \(found.count) address books. Add a book for each one that "
                + "you want, by its address.",
            details: found.map { "\($0.url)  \(DisplaySafeText.line($0.name, limit: 80))" }
        )
    }

    /// Emits when the database or the book's folder changes.
    static func changes(of book: Book?, database: String) throws -> AsyncStream<Void> {
        #if os(Linux)
        let file = URL(filePath: database)
        var folders = [file.deletingLastPathComponent().path]
        if case .folder(let path)? = book?.source { folders.append(path) }
        let name = file.lastPathComponent
        let watch = FolderWatch(folders) { changed in changed.hasSuffix(".vcf") || changed.hasPrefix(name) }
        guard let watch else { throw Failure(.unavailable, "The folder of the book cannot be watched.") }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                for await _ in watch.changes {
                    continuation.yield()
                    var renewal = watch.renew()
                    // There is no event when a folder reappears.
                    while renewal == .missing, !Task.isCancelled {
                        try? await Task.sleep(for: .seconds(1))
                        renewal = watch.renew()
                    }
                    if renewal == .renewed { continuation.yield() }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in
                task.cancel()
                watch.stop()
            }
        }
        #else
        throw Failure(.unavailable, "Folders can only be watched on Linux. Run contacts sync from a timer instead.")
        #endif
    }
}
