import ArgumentParser

/// The forms in which values of one kind can be asked for.
enum ValueFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case tsv
    case json
}
