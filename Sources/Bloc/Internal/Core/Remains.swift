/// What a bloc held when it closed, to be released outside the lock.
@usableFromInline
struct Remains<B: StateSource>: Sendable {
    let handlers: HandlerTable<B>?
    let subscribers: [Subscriber<B.State>]
    let effects: StreamStorage<B.Effect>?
    let timers: [Task<Void, Never>]
    let isClosedByOwner: Bool
}
