/// Which handler the current task runs: what keeps `await close()` inside a handler from waiting for that handler.
enum HandlerScope {
    struct Value: Sendable {
        let bloc: UInt64
        let ticket: UInt64
    }

    @TaskLocal static var current: Value?
}
