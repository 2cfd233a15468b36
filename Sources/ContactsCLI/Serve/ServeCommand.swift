import ArgumentParser

struct ServeCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a local server of invented people.",
        usage: "contacts serve [--port <number>] [--token <token>] [--budget <people>] [<options>]",
        discussion: """
            The server has the API of randomuser.me and listens on 127.0.0.1 only. The first line on standard output \
            is its URL. Stop it with Ctrl-C. It answers requests to 127.0.0.1 and localhost only, closes connections \
            that have sent no request after 10 seconds, and serves up to 256 connections of a client at once.

            EXAMPLES
              contacts serve --port 8080
              CONTACTS_API_ENDPOINT_URL=http://127.0.0.1:8080/api/ contacts sync
            """
    )

    @Option(help: .value("number", "The port, 0 to 65535; 0 is any free one."))
    var port: Int = 0

    @Option(
        help: """
            Answer only requests that carry this bearer token. Other users can see it, but not the variable \
            CONTACTS_SERVE_TOKEN.
            """
    )
    var token: String?

    @Option(help: .value("people", "How many people may be requested in five minutes; 0 sets no limit."))
    var budget: Int = 20_000

    @Flag(help: "Let other sites read the responses in a browser (CORS).")
    var cors = false

    func check() throws {
        try OptionNumber.check(port, of: "--port", in: 0...65_535)
        try OptionNumber.check(budget, of: "--budget", in: 0...Int.max)
        if let token, token.isEmpty {
            throw ValidationError("The value of --token is empty. Give a token, or leave the option out.")
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        if token != nil {
            program.messages.warning(
                "Other users of this machine can see the value of --token in the process list. "
                    + "Set the variable CONTACTS_SERVE_TOKEN instead."
            )
        }
        let server = try await CompositionRoot.startServer(
            port: port,
            token: token ?? program.environment["CONTACTS_SERVE_TOKEN"].flatMap { $0.isEmpty ? nil : $0 },
            budget: budget,
            allowsOtherSites: cors
        )
        do {
            try program.output.write("\(server.baseURL)\n")
            try program.output.flush()
            program.messages.note("Serving invented people; stop with Ctrl-C.")
        } catch {
            await server.stop()
            throw error
        }
        while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
        await server.stop()
        throw CancellationError()
    }
}
