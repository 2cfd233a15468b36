/// The place of a bloc in the registry of a manager.
///
/// The manager is weak: its registry keeps the bloc, and the bloc keeps this.
struct BlocHome: Sendable {
    let manager: WeakManager
    let key: AnyBlocKey

    /// Frees the key, if the bloc of this number still has it.
    ///
    /// - Returns: The entry, which keeps the bloc alive.
    func leave(number: UInt64) -> BlocEntry? {
        manager.manager?.registry.withLock { $0.remove(key, number: number) }
    }
}
