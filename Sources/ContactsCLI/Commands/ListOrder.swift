import ArgumentParser
import Repository

/// The orders that can be asked for on the command line.
enum ListOrder: String, CaseIterable, Codable, ExpressibleByArgument {
    case last
    case first
    case birthday

    /// The order as the data layer names it.
    var sort: ContactSort {
        switch self {
        case .last: .last
        case .first: .first
        case .birthday: .birthday
        }
    }
}
