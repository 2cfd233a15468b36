/// A first-in, first-out queue with constant cost at both ends.
@usableFromInline
struct Queue<Element> {
    @usableFromInline
    var elements: [Element?] = []
    @usableFromInline
    var head = 0

    @inlinable
    init() {}

    /// The number of elements.
    @inlinable
    var count: Int { elements.count - head }

    /// Whether there is no element.
    @inlinable
    var isEmpty: Bool { elements.count == head }

    /// The oldest element.
    @inlinable
    var first: Element? { isEmpty ? nil : elements[head] }

    /// Adds an element at the end.
    @inlinable
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Removes and returns the oldest element.
    @inlinable
    mutating func popFirst() -> Element? {
        isEmpty ? nil : popOccupied()
    }

    /// Puts the element back that was just removed.
    @inlinable
    mutating func putBack(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    /// Removes and returns the oldest element of a queue that has one.
    @inlinable
    mutating func popOccupied() -> Element? {
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

    /// The lowest number that `number` returns for an element.
    @inlinable
    func compactMin(_ number: (Element) -> UInt64?) -> UInt64? {
        elements[head...].compactMap { $0.flatMap(number) }.min()
    }

    /// Removes and returns the oldest element that matches.
    @inlinable
    mutating func removeFirst(where matches: (Element) -> Bool) -> Element? {
        guard let index = elements[head...].firstIndex(where: { $0.map(matches) ?? false }) else { return nil }
        guard index > head else { return popFirst() }
        return elements.remove(at: index)
    }

    /// Removes and returns everything, oldest first.
    @inlinable
    mutating func removeAll() -> [Element] {
        let all = elements[head...].compactMap { $0 }
        elements = []
        head = 0
        return all
    }
}

extension Queue: Sendable where Element: Sendable {}
