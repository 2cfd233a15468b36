/// A manager that is not kept alive: blocs are kept by their manager, not the other way round.
struct WeakManager: Sendable {
    weak let manager: BlocManager?

    init(_ manager: BlocManager?) {
        self.manager = manager
    }
}
