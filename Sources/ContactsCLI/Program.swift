import Logging
import Synchronization

/// What a command works with: where results and messages go, and the program put together once it is needed.
final class Program: Sendable {
    /// Where results go.
    let output: OutputWriter
    /// What is known about that place.
    let screen: Screen
    /// Where everything else goes.
    let messages: MessagePrinter

    private let environment: [String: String]
    private let options: GlobalOptions
    private let root = Mutex<CompositionRoot?>(nil)

    init(
        output: OutputWriter,
        screen: Screen,
        messages: MessagePrinter,
        environment: [String: String],
        options: GlobalOptions
    ) {
        self.output = output
        self.screen = screen
        self.messages = messages
        self.environment = environment
        self.options = options
    }

    /// Where the settings are read from.
    var configurationLoader: ConfigurationLoader {
        ConfigurationLoader(processEnvironment: environment)
    }

    /// Reads the configuration, and tells what is odd about it.
    func loadConfiguration() throws -> LoadedConfiguration {
        let loaded = try configurationLoader.load(flags: options.configurationFlags)
        for warning in loaded.warnings {
            messages.warning(warning)
        }
        return loaded
    }

    /// The program put together by the configuration, the same at each call.
    func compositionRoot() throws -> CompositionRoot {
        try root.withLock { root in
            if let root { return root }
            let configuration = try loadConfiguration().configuration
            // Before anything is made that keeps a logger.
            startLogging(at: configuration.logLevel)
            let made = CompositionRoot(configuration: configuration)
            root = made
            return made
        }
    }

    /// Sets the log up, which a process can do once; it is the only one in a process with a composition root.
    private func startLogging(at level: LogLevel) {
        let messages = messages
        let loggerLevel: Logger.Level =
            switch level {
            case .fatal: .critical
            case .error: .error
            case .warning: .warning
            case .info: .info
            case .debug: .debug
            case .trace: .trace
            }
        LoggingSystem.bootstrap { label in
            LineLogHandler(label: label, level: loggerLevel, messages: messages)
        }
    }

    /// Closes what the command opened.
    func shutDown() async {
        await root.withLock { $0 }?.shutDown()
    }
}
