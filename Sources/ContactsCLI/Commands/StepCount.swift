import ArgumentParser

/// The numbers that the commands about history take.
enum StepCount {
    /// Refuses numbers with which nothing could be done.
    static func validate(_ count: Int, of option: String) throws {
        if count < 1 {
            throw ValidationError("The value '\(count)' of \(option) is too small. Give 1 or more.")
        }
    }
}
