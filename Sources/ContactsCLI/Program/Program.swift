import Bloc
import BlocInspector
import BlocKit
import BlocLogging
import Logging
import Primitives
import Repository
import Synchronization

/// The environment of a command: its input and output, and the composed program, which is created on first use.
final class Program: Sendable {
    let output: OutputWriter
    let screen: Screen
    let prompt: Prompt
    let environment: [String: String]
    /// Aborts waits for the database and pending writes when the user stops the command.
    let interruption: Interruption
    let options: GlobalOptions
    private let started = Mutex(Started())

    private struct Started {
        var root: CompositionRoot?
        /// Keep alive the reporting of non-fatal errors, and the logging and recording of blocs.
        var subscriptions: [BlocSubscription] = []
        var isLogging = false
        var recording: RecordingFile?
        var inspector: BlocInspector?
    }

    init(
        output: OutputWriter,
        screen: Screen,
        prompt: Prompt,
        environment: [String: String],
        options: GlobalOptions
    ) {
        self.output = output
        self.screen = screen
        self.prompt = prompt
        self.environment = environment
        self.options = options
        interruption = Interruption { prompt.messages.note("waiting for another contacts command") }
    }

    var messages: MessagePrinter { prompt.messages }

    /// The input that commands read for `-`.
    var input: Descriptor { prompt.input }

    var configurationLoader: ConfigurationLoader {
        ConfigurationLoader(processEnvironment: environment)
    }

    var folders: XDGFolders { XDGFolders(environment: environment) }

    var bookRegistry: BookRegistry {
        get throws {
            guard let registry = folders.bookRegistry else {
                throw ConfigurationError.noFolder(for: "the books", "XDG_DATA_HOME")
            }
            return registry
        }
    }

    /// The folder for drafts, which are edited texts that were not saved.
    ///
    /// Without a state folder, it is a private folder in the temporary directory.
    var draftFolder: String {
        folders.state.map { $0 + "/drafts" } ?? PrivateFolder.temporary("contacts-drafts", environment: environment)
    }

    func loadConfiguration() throws -> LoadedConfiguration {
        let loaded = try configurationLoader.load(flags: options.configurationFlags)
        for warning in loaded.warnings {
            messages.warning(warning)
        }
        return loaded
    }

    /// Returns the settings for the named book, regardless of which one is chosen.
    func configuration(ofBook name: String) throws -> AppConfiguration {
        var flags = options.configurationFlags
        flags.values[.databasePath] = nil
        flags.values[.book] = name
        return try configurationLoader.load(flags: flags).configuration
    }

    /// Runs a closure with the program that the configuration describes, injecting its dependencies.
    ///
    /// Work that requires a single book is rejected if all books are selected.
    func composed<Result>(
        _ books: BookScope,
        adding: Adding = .nothing,
        _ work: () async throws -> Result
    ) async throws -> Result {
        let own = try OwnBook(loadConfiguration().configuration, folders.bookRegistry, adding)
        let root = try compositionRoot(own.configuration)
        guard books != .one || !root.configuration.isAllBooks else {
            throw Failure(
                .usage,
                "This command works in one book, not in all of them. Give its name with --book; “contacts book list” prints "
                    + "the names."
            )
        }
        let app = books == .joined ? root.dependencies.joined : root.dependencies
        let result = await Swift.Result(awaiting: { try await withDependencies({ $0.app = app }, work) })
        // A command that stored nothing, such as an abandoned editor, doesn't create a book.
        if let done = try? result.get(), (done as? ExitStatus) != .failure {
            // What was stored stays, so a failure here must not look like one of the command.
            if let begun = own.begin() { begun.isDone ? messages.note(begun.text) : messages.warning(begun.text) }
        } else {
            await own.abandon()
        }
        return try result.get()
    }

    /// Moves the user's own contacts, which an older version stored among the API's people, to their own book.
    ///
    /// If that fails, the next command tries again.
    func settleOwnContacts(isAdding: Bool) async throws {
        guard let registry = folders.bookRegistry,
            let configuration = try? configurationLoader.load(flags: options.configurationFlags).configuration,
            let people = await OwnBook.unsettledPeople(configuration, registry, isAdding: isAdding)
        else { return }
        let root = newRoot(configuration.opening(people))
        do {
            messages.note(try await root.closing { try await OwnBook.settle($0, registry) })
        } catch let error as RepositoryError {
            let areThere = await CompositionRoot.hasOwnContacts(at: people.databasePath, endingRedo: true) != false
            let place =
                areThere
                ? "still in the book “\(people.name)”"
                : "in the book “\(Book.homeName)”, which isn't the default yet"
            messages.warning("Your own contacts are \(place): \(error.message)")
        }
    }

    private func compositionRoot(_ configuration: AppConfiguration) throws -> CompositionRoot {
        try started.withLock { started in
            if let root = started.root { return root }
            // Must precede the creation of any object that keeps a logger.
            try startLogging(at: configuration.logLevel, &started)
            let version = ProgramVersion(configuration)
            Logger(label: "contacts").info(
                "\(version.name) \(version.number)",
                metadata: ["environment": "\(configuration.environment.rawValue)"]
            )
            // Both observe only blocs that are created later.
            if let path = options.record {
                let file = try RecordingFile(path: path)
                started.subscriptions.append(BlocObservers.install(EventLog(after: file.last, sink: file)))
                started.recording = file
            }
            if let port = options.inspect {
                started.inspector = try InspectOption.starting(port: port) {
                    try BlocInspector(port: port, inspectingValues: options.inspectValues, observing: .process)
                }
            }
            let made = newRoot(configuration)
            let token = made.errors.observe { [messages, interruption] error in
                // A command stopped by a signal prints nothing else.
                if !interruption.isRequested { messages.warning(error.message) }
            }
            started.subscriptions.append(token)
            started.root = made
            return made
        }
    }

    private func newRoot(_ configuration: AppConfiguration) -> CompositionRoot {
        CompositionRoot(configuration: configuration, environment: environment, interruption: interruption)
    }

    /// Runs a closure with the program for another book, which is closed afterwards.
    func composed<Result>(book name: String, _ work: () async throws -> Result) async throws -> Result {
        try await newRoot(configuration(ofBook: name)).closing { other in
            try await withDependencies({ $0.app = other.dependencies }, work)
        }
    }

    /// Runs a closure with a program over a temporary store, which is removed afterwards.
    func composed<Result>(over start: ReplayStart, _ work: () async throws -> Result) async throws -> Result {
        let configuration = try loadConfiguration().configuration
        try started.withLock { try startLogging(at: configuration.logLevel, &$0) }
        return try await CompositionRoot.over(start, of: configuration, environment: environment) { root in
            try await withDependencies({ $0.app = root.dependencies }, work)
        }
    }

    var inspectorURL: String? { started.withLock { $0.inspector?.url } }

    /// Sets up logging, which works only once per process; a process has only one program with a composition root.
    private func startLogging(at level: LogLevel, _ started: inout Started) throws {
        guard !started.isLogging else { return }
        started.isLogging = true
        let format = options.logFormat ?? .text
        let sink =
            try options.logFile.map { try LogSink(file: $0, format: format) }
            ?? LogSink(messages: messages, format: format)
        LoggingSystem.bootstrap { label in
            RecordLogHandler(label: label, sink: sink, logLevel: level.loggerLevel)
        }
        // At other levels, the hooks would only cost time.
        guard level == .debug || level == .trace else { return }
        started.subscriptions.append(
            BlocObservers.install(
                // States and events contain names and addresses: they are never logged above debug.
                LoggingObserver(logger: Logger(label: "contacts.bloc"), content: [.events, .states, .effects])
            )
        )
    }

    /// Lists the records that can't be read, and returns the exit status of an otherwise successful command.
    func tellUnreadable() -> ExitStatus {
        guard let unreadable = started.withLock({ $0.root })?.unreadable else { return .success }
        for line in unreadable.lines { messages.warning(line) }
        return unreadable.status
    }

    func shutDown() async throws {
        let started = started.withLock { $0 }
        await started.root?.shutDown()
        await started.inspector?.stop()
        try started.recording?.requireComplete()
    }
}
