import Testing

@testable import TerminalUI

struct GeometryTests {
    @Test func `sizes are never negative`() {
        #expect(Size(columns: -1, rows: 2) == Size(columns: 0, rows: 2))
        #expect(Rect(x: 0, y: 0, columns: 3, rows: 3).inset(columns: 2, rows: 2).isEmpty)
    }

    @Test func `an intersection is what both have`() {
        let left = Rect(x: 0, y: 0, columns: 4, rows: 4)
        #expect(left.intersection(Rect(x: 2, y: 3, columns: 9, rows: 9)) == Rect(x: 2, y: 3, columns: 2, rows: 1))
        #expect(left.intersection(Rect(x: 5, y: 0, columns: 2, rows: 2)).isEmpty)
    }

    @Test func `what is centered becomes smaller where it does not fit`() {
        let place = Rect(x: 1, y: 1, columns: 10, rows: 4)
        #expect(place.centered(Size(columns: 4, rows: 2)) == Rect(x: 4, y: 2, columns: 4, rows: 2))
        #expect(place.centered(Size(columns: 40, rows: 20)) == place)
    }
}
