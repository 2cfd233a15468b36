import ArgumentParser
import BookSync
import Exchange
import Primitives
import Repository
import Services

struct CacheCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Show or clear the cache of fetched people.",
        usage: "contacts cache <command> [<options>]",
        discussion: """
            EXAMPLES
              contacts cache status
              contacts cache clear --dry-run
            """,
        subcommands: [CacheStatusCommand.parsed, CacheClearCommand.parsed]
    )

    @OptionGroup var global: GlobalOptions
}

struct CacheClearCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Remove fetched people that were never changed.",
        usage: "contacts cache clear [--dry-run] [<options>]",
        discussion: """
            contacts sync fetches people again. Contacts that were added, imported or changed here stay, removed ones \
            stay removed, and the history stays.

            EXAMPLES
              contacts cache clear --dry-run
              contacts cache clear
            """
    )

    @Flag(name: [.customShort("n"), .long], help: "Print how many would be removed, and change nothing.")
    var dryRun = false

    func run(in program: Program) async throws -> ExitStatus {
        let count = try await dryRun ? app.cache.cacheOverview().clearable : app.cache.clearCache()
        return program.finish("\(dryRun ? "Would clear" : "Cleared") \(CountText.contacts(count)).")
    }
}

struct CacheStatusCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print what was fetched and when.",
        usage: "contacts cache status [--format <format>] [<options>]",
        discussion: """
            Lines of TSV have a key and a value; JSON is an object with the same keys: database, bytes, pages, people, \
            clearable, fetched, age and maxAge (both in seconds) and fresh.

            EXAMPLES
              contacts cache status
              contacts cache status --format json
            """
    )

    @OptionGroup var output: ReportOptions

    func run(in program: Program) async throws -> ExitStatus {
        let facts = Self.facts(of: try await app.cache.cacheOverview(), app.configuration, now: Date())
        return try program.print(facts, as: Report(facts: facts), output, standard: .text)
    }

    static func facts(of overview: CacheOverview, _ configuration: AppConfiguration, now: Date) -> [Fact] {
        let path = configuration.databasePath
        let maxAge = Int(configuration.cacheTTL.components.seconds)
        let age = overview.lastFetch.map { max(0, Int(now.timeIntervalSince($0))) }
        let fetched = overview.lastFetch.flatMap(UTCDate.timestamp)
        return [
            Fact("database", "Database", .text(path)),
            Fact("bytes", "Bytes", .number(size(of: path))),
            Fact("pages", "Pages fetched", .number(overview.pages)),
            Fact("people", "People fetched", .number(overview.people)),
            Fact("clearable", "Unchanged, removed by clear", .number(overview.clearable)),
            Fact("fetched", "Last fetched", OutputValue(fetched)),
            Fact("age", "Age in seconds", OutputValue(age)),
            Fact("maxAge", "Maximum age in seconds", .number(maxAge)),
            Fact("fresh", "Fresh", .flag(age.map { $0 < maxAge } ?? false)),
        ]
    }

    private static func size(of path: String) -> Int {
        ["", "-wal"].reduce(0) { $0 + (FileState(path: path + $1)?.size ?? 0) }
    }
}
