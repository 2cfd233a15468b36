import ArgumentParser
import VCard

/// The versions of vCard that can be written.
enum CardVersionOption: String, CaseIterable, ExpressibleByArgument {
    case v3 = "3.0"
    case v4 = "4.0"

    /// The version of the writer.
    var version: VCardVersion {
        switch self {
        case .v3: .v3
        case .v4: .v4
        }
    }
}
