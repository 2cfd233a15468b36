import ArgumentParser

/// The names of groups on the command line.
enum GroupName {
    /// Refuses a name that is none; what else a name must be, the service says.
    static func validate(_ name: String) throws {
        if name.allSatisfy(\.isWhitespace) {
            throw ValidationError("The name of the group is empty. Give one, such as friends.")
        }
    }
}
