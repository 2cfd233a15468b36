import Repository
import Testing

@Suite struct LRUCacheTests {
    @Test func `behavior 69: values are inserted, found, counted and removed`() {
        let cache = LRUCache<String, Int>(limit: 100)
        #expect(cache.value(for: "a") == nil)
        cache.insert(1, for: "a", bytes: 10)
        cache.insert(2, for: "b", bytes: 20)
        #expect(cache.value(for: "a") == 1)
        #expect((cache.count, cache.bytes) == (2, 30))
        cache.insert(3, for: "a", bytes: 40)
        #expect(cache.value(for: "a") == 3)
        #expect((cache.count, cache.bytes) == (2, 60))
        cache.remove("a")
        cache.remove("missing")
        #expect(cache.value(for: "a") == nil)
        #expect((cache.count, cache.bytes) == (1, 20))
        cache.removeAll()
        #expect((cache.count, cache.bytes) == (0, 0))
    }

    @Test func `behavior 69: the least recently used values are evicted`() {
        let cache = LRUCache<Int, Int>(limit: 30)
        for key in 1...3 { cache.insert(key, for: key, bytes: 10) }
        _ = cache.value(for: 1)
        cache.insert(4, for: 4, bytes: 15)
        #expect((1...4).map { cache.value(for: $0) } == [1, nil, nil, 4])
        cache.insert(5, for: 5, bytes: 31)
        #expect(cache.value(for: 5) == nil)
        #expect((1...4).map { cache.value(for: $0) } == [1, nil, nil, 4])
        // A value that has become too large is removed, not left as it was.
        cache.insert(1, for: 1, bytes: 31)
        #expect(cache.value(for: 1) == nil)
    }

    @Test func `the order of use is right after random operations`() {
        var random = SeededRandom(seed: 3)
        let cache = LRUCache<Int, Int>(limit: 50)
        var order: [Int] = []
        for step in 0..<3000 {
            let key = Int.random(in: 0..<9, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                cache.insert(step, for: key, bytes: 10)
                order.removeAll { $0 == key }
                order.append(key)
                if order.count > 5 { order.removeFirst() }
            case 2:
                #expect((cache.value(for: key) != nil) == order.contains(key))
                if let index = order.firstIndex(of: key) { order.append(order.remove(at: index)) }
            default:
                cache.remove(key)
                order.removeAll { $0 == key }
            }
            #expect(cache.count == order.count)
            #expect(cache.bytes == order.count * 10)
        }
    }

    @Test func `a limit of 0 caches nothing`() {
        let cache = LRUCache<Int, Int>(limit: 0)
        cache.insert(1, for: 1, bytes: 0)
        #expect(cache.value(for: 1) == nil)
    }

    @Test func `behavior 49: a cache for one value survives concurrent use`() async {
        let cache = LRUCache<Int, Int>(limit: 10)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for step in 0..<200 {
                        cache.insert(step, for: (task + step) % 5, bytes: 10)
                        _ = cache.value(for: step % 5)
                    }
                }
            }
        }
        #expect((cache.count, cache.bytes) == (1, 10))
    }
}
