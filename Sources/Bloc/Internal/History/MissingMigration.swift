/// There is no way from a version of saved data to the next.
struct MissingMigration: Error, CustomStringConvertible {
    let from: Int

    var description: String { "no migration from version \(from) to \(from + 1)" }
}
