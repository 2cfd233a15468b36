/// A first-in, first-out queue with constant cost at both ends.
@usableFromInline
struct Queue<Element> {
    @usableFromInline
    var elements: [Element?] = []
    @usableFromInline
    var head = 0

    init() {}

    @inlinable
    var count: Int { elements.count - head }

    @inlinable
    var isEmpty: Bool { elements.count == head }

    @inlinable
    var first: Element? { isEmpty ? nil : elements[head] }

    var all: [Element] { elements[head...].compactMap { $0 } }

    @inlinable
    mutating func append(_ element: Element) { elements.append(element) }

    @inlinable
    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head].take()
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.capacity <= 256)
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func removeFirst(where matches: (Element) -> Bool) -> Element? {
        guard let index = elements[head...].firstIndex(where: { $0.map(matches) ?? false }) else { return nil }
        guard index > head else { return popFirst() }
        return elements.remove(at: index)
    }
}

extension Queue: Sendable where Element: Sendable {}
