import ArgumentParser
import Bloc
import Foundation
import Repository

/// `contacts cache status`: drives the cache bloc and prints its numbers.
struct CacheStatusCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print what was fetched, and when.",
        usage: "contacts cache status [--format <format>] [<options>]",
        discussion: """
            Lines of TSV have a key and a value; JSON is an object with the same keys: database, bytes, pages, people, \
            clearable, fetched, age and maxAge (both in seconds) and fresh.

            EXAMPLES
              contacts cache status
              contacts cache status --format json
            """
    )

    @Option(help: ArgumentHelp("How to print.", valueName: "format"))
    var format: FactFormat = .text

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        @Injected(\.configuration) var configuration
        let bloc = blocs.cache()
        bloc.add(.requested)
        for await state in bloc.states {
            switch state {
            case .initial, .loading, .cleared: continue
            case .data(let overview):
                let facts = Self.facts(of: overview, configuration, now: Date())
                try program.output.write(format.bytes(of: facts, for: program.screen))
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }

    /// What is told of the cache.
    static func facts(of overview: CacheOverview, _ configuration: AppConfiguration, now: Date) -> [Fact] {
        let path = configuration.databasePath
        let maxAge = Int(configuration.cacheTTL.components.seconds)
        let age = overview.lastFetch.map { max(0, Int(now.timeIntervalSince($0))) }
        let fetched = overview.lastFetch.flatMap {
            UTCDate(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded()))?.timestamp
        }
        return [
            Fact("database", "Database", .text(path)),
            Fact("bytes", "Bytes", .number(size(of: path))),
            Fact("pages", "Pages fetched", .number(overview.pages)),
            Fact("people", "People fetched", .number(overview.people)),
            Fact("clearable", "Untouched, so that clear forgets them", .number(overview.clearable)),
            Fact("fetched", "Fetched last", .text(fetched)),
            Fact("age", "Age in seconds", age.map(Fact.Value.number) ?? .text(nil)),
            Fact("maxAge", "Fetched again after seconds", .number(maxAge)),
            Fact("fresh", "Fresh", .flag(age.map { $0 < maxAge } ?? false)),
        ]
    }

    /// What the database takes on the disk, with the log beside it.
    private static func size(of path: String) -> Int {
        ["", "-wal"].reduce(0) { total, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return total + (attributes?[.size] as? Int ?? 0)
        }
    }
}
