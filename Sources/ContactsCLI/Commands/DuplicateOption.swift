import ArgumentParser
import Repository

/// What the command line says about contacts that are here already.
enum DuplicateOption: String, CaseIterable, ExpressibleByArgument {
    case update
    case skip
    case keep

    /// The rule of the store.
    var rule: DuplicateRule {
        switch self {
        case .update: .update
        case .skip: .skip
        case .keep: .keep
        }
    }
}
