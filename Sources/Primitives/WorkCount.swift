import Synchronization

/// Counts the steps of parsers, so that tests can tell linear from quadratic work without a clock.
///
/// Only debug builds count; in release builds ``add(_:)`` does nothing.
package final class WorkCount: Sendable {
    #if DEBUG
    @TaskLocal private static var current: WorkCount?
    #endif

    private let count = Mutex(0)

    private init() {}

    /// Counts units of work, such as bytes examined or copied, or values compared.
    package static func add(_ steps: @autoclosure () -> Int) {
        #if DEBUG
        guard let current else { return }
        let steps = steps()
        current.count.withLock { $0 += steps }
        #endif
    }

    /// Returns the number of steps that `body` takes; `nil` in release builds.
    package static func steps(of body: () throws -> Void) rethrows -> Int? {
        #if DEBUG
        let counter = WorkCount()
        try $current.withValue(counter, operation: body)
        return counter.count.withLock(\.self)
        #else
        try body()
        return nil
        #endif
    }
}
