import ArgumentParser
import Bloc
import Exchange
import Repository
import Services

struct StatsCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Print counts of contacts by kind.",
        usage: "contacts stats [--format <format>] [<options>]",
        discussion: """
            Only what is stored is counted; nothing is fetched. Lines of TSV have a key and a number; those of groups, \
            genders, nationalities and countries have the name in between. JSON is an object with the same keys.

            EXAMPLES
              contacts stats
              contacts stats --format json | jq .groups
            """
    )

    static let isPaged = true

    @OptionGroup var output: ReportOptions

    func run(in program: Program) async throws -> ExitStatus {
        let facts = try await blocs.overview().content(of: .requested).facts
        return try program.print(facts, as: Report(facts: facts), output, standard: .text)
    }
}

extension StoreOverview {
    var facts: [Fact] {
        [
            Fact("contacts", "Contacts", .number(contacts)),
            Fact("favorites", "Favorites", .number(favorites)),
            Fact("local", "Added or imported here", .number(local)),
            Fact("edited", "Edited here", .number(edited)),
            Fact("removed", "Removed here", .number(removed)),
            Fact("email", "With an e-mail address", .number(withEmail)),
            Fact("phone", "With a telephone number", .number(withPhone)),
            Fact("address", "With an address", .number(withAddress)),
            Fact("birthday", "With a birthday", .number(withBirthday)),
            Fact("pages", "Pages fetched", .number(pages)),
            Fact("steps", "History steps", .number(steps)),
            Fact("groups", "Groups", .object(groups.map { ($0.name, .number($0.contacts)) })),
            Fact("genders", "Genders", genders),
            Fact("nationalities", "Nationalities", nationalities),
            Fact("countries", "Countries", countries),
        ]
    }
}

/// Statistics about everything stored; a new request replaces the previous one.
typealias OverviewBloc = RepositoryLoadBloc<OverviewEvent, StoreOverview>

extension OverviewBloc {
    static var key: BlocKey<OverviewBloc> { BlocKey("overview") }

    convenience init(service: any OverviewService) {
        self.init(key: Self.key, policy: .restartable) { event, _ in
            switch event {
            case .requested: try await service.overview()
            }
        }
    }
}

enum OverviewEvent: Codable, Sendable {
    case requested
}
