import ArgumentParser

/// The forms in which a resolved file is printed.
enum ResolutionFormat: String, CaseIterable, ExpressibleByArgument {
    case json
    case text
}
