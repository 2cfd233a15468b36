/// One consumer's stream of states; ends its subscription when released.
final class StateStream<Element: Sendable>: Sendable {
    let storage: StreamStorage<Element>
    private let subscription: BlocSubscription

    init(buffering: Buffering, subscribe: (StreamStorage<Element>) -> BlocSubscription) {
        storage = StreamStorage(buffering: buffering)
        subscription = subscribe(storage)
    }
}
