/// Is captured by closures; its release tells that they were.
final class Witness: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void = {}) {
        self.onRelease = onRelease
    }

    deinit { onRelease() }

    /// Does nothing, but needs the witness.
    func look() {}
}
