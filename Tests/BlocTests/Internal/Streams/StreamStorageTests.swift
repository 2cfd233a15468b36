import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct StreamStorageTests {
    @Test("an element that was sent before is there at once, and the end comes after it")
    func buffered() async {
        let storage = StreamStorage<Int>(buffering: .unbounded)
        storage.send(1)
        storage.send(2)
        #expect(storage.count == 2)
        storage.end()
        #expect(await storage.next() == 1)
        #expect(await storage.next() == 2)
        #expect(await storage.next() == nil)
        storage.send(3)
        #expect(await storage.next() == nil)
    }

    @Test("a consumer that waits is resumed by an element, by the end, and by the cancellation of its task")
    func waiting() async {
        let storage = StreamStorage<Int>(buffering: .unbounded)
        let first = started { #expect(await storage.next() == 7) }
        storage.send(7)
        await first.value
        let cancelled = started { #expect(await storage.next() == nil) }
        cancelled.cancel()
        await cancelled.value
        storage.send(8)
        #expect(await storage.next() == 8, "a cancelled consumer takes no element")
        let last = started { #expect(await storage.next() == nil) }
        storage.end()
        await last.value
    }

    @Test("a task that is cancelled before it asks gets the end and takes no element")
    func cancelledBefore() async {
        let storage = StreamStorage<Int>(buffering: .unbounded)
        storage.send(1)
        let mayAsk = Signal()
        let consumer = started {
            await mayAsk.wait()
            #expect(await storage.next() == nil)
        }
        consumer.cancel()
        mayAsk.fire()
        await consumer.value
        #expect(storage.count == 1)
    }
}

@Suite(.watched) struct SelectionTests {
    @Test("a part is delivered when it differs from the one before, from the first state on")
    func parts() {
        let parts = Log<Int>()
        let selection = Selection<Int, Int>({ $0 / 10 }, body: { parts.append($0) })
        selection.began(with: 10)
        for state in [13, 20, 25, 31, 29] { selection.arrived(state) }
        #expect(parts.entries == [2, 3, 2])
    }

    @Test("without a first state the first part is delivered")
    func first() {
        let parts = Log<Int>()
        let selection = Selection<Int, Int>({ $0 }, body: { parts.append($0) })
        selection.arrived(1)
        selection.arrived(1)
        #expect(parts.entries == [1])
    }
}
