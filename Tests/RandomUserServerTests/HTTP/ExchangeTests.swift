import Testing

@testable import RandomUserServer

@Suite struct ExchangeTests {
    @Test func `a request is received head first, then its body, then it is answered`() {
        let exchange = Exchange(target: "/api/")
        guard case .receiveHead = exchange.nextStep() else {
            Issue.record("the head comes first")
            return
        }
        guard case .receiveBody = exchange.nextStep() else {
            Issue.record("the body follows")
            return
        }
        exchange.decide(.reset)
        guard case .send(.reset) = exchange.nextStep() else {
            Issue.record("the outcome is what was decided")
            return
        }
    }

    @Test func `an aborted exchange stops, whatever was decided`() {
        let exchange = Exchange(target: "/api/")
        exchange.decide(.close)
        #expect(!exchange.isAborted)
        exchange.abort()
        #expect(exchange.isAborted)
        guard case .stop = exchange.nextStep() else {
            Issue.record("an aborted exchange goes on")
            return
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct ExchangeRegistryTests {
    @Test func `an empty registry does not wait`() async {
        await ExchangeRegistry().waitUntilEmpty()
    }

    @Test func `waiting ends when the last exchange is removed`() async {
        let registry = ExchangeRegistry()
        let (first, second) = (Exchange(target: "/1"), Exchange(target: "/2"))
        #expect(registry.insert(first))
        #expect(registry.insert(second))
        async let waiting: Void = registry.waitUntilEmpty()
        registry.remove(first)
        registry.remove(second)
        await waiting
    }

    @Test func `waiting ends when its task is cancelled`() async {
        let registry = ExchangeRegistry()
        #expect(registry.insert(Exchange(target: "/")))
        let waiting = Task { await registry.waitUntilEmpty() }
        waiting.cancel()
        await waiting.value
    }

    @Test func `a closed registry takes no exchange`() {
        let registry = ExchangeRegistry()
        registry.close()
        #expect(!registry.insert(Exchange(target: "/")))
    }

    @Test func `all exchanges in flight are aborted, removed ones are not`() {
        let registry = ExchangeRegistry()
        let (running, done) = (Exchange(target: "/running"), Exchange(target: "/done"))
        #expect(registry.insert(running))
        #expect(registry.insert(done))
        registry.remove(done)
        registry.abortAll()
        #expect(running.isAborted)
        #expect(!done.isAborted)
    }
}
