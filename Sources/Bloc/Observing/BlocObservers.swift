/// The observers of the whole process.
///
/// A bloc captures them when it is created: install them before, at the start of the program. Tests use
/// `withBlocObserver`, which other tests do not see.
public enum BlocObservers: Sendable {
    private struct Entry {
        let number: Int
        let observer: any BlocObserver
    }

    private struct Guarded {
        var entries: [Entry] = []
        var last = 0
    }

    private static let guarded = Lock(Guarded())

    /// Adds an observer for all blocs that are created from now on.
    ///
    /// - Returns: A token; cancelling or releasing it removes the observer for blocs that are created after.
    public static func install(_ observer: some BlocObserver) -> BlocSubscription {
        let number = guarded.withLock { guarded in
            guarded.last += 1
            guarded.entries.append(Entry(number: guarded.last, observer: observer))
            return guarded.last
        }
        return BlocSubscription {
            guarded.withLock { $0.entries.removeAll { $0.number == number } }
        }
    }

    static var installed: [any BlocObserver] {
        guarded.withLock { $0.entries.map(\.observer) }
    }
}
