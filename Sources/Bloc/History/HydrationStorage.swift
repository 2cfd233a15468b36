/// Keeps the states of blocs between runs of a program.
///
/// A write must be atomic: whoever reads after a crash finds the old data or the new, never a part. Calls may come from
/// any thread; for one key they come one at a time.
public protocol HydrationStorage: Sendable {
    /// Reads what was written last under a key; `nil` when nothing was.
    func read(_ key: String) throws -> HydratedData?

    /// Writes data under a key, in place of what is there.
    func write(_ data: HydratedData, for key: String) throws

    /// Takes data that cannot be read away from a key, and keeps it elsewhere for whoever wants to look.
    func moveAside(_ key: String) throws
}
