/// An object that closures capture, to detect their release.
final class Witness: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void = {}) {
        self.onRelease = onRelease
    }

    deinit { onRelease() }

    /// Does nothing, but keeps the witness captured.
    func look() {}
}
