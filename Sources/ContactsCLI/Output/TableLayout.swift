/// Which columns a table has and how wide each is, so that a line fits the terminal.
struct TableLayout: Equatable, Sendable {
    /// The blanks between two columns.
    static let gap = 2

    /// The columns from left to right, by their number among all, with their widths.
    private(set) var columns: [(index: Int, width: Int)]

    private let all: [TextTable.Column]

    /// Fits columns that would like to be `natural` columns wide into `available` of them; `nil` leaves them as they are.
    ///
    /// The widest are narrowed first, and when all are as narrow as they may be, the least important are left out. On a
    /// terminal that is still too narrow, what is left shares the columns there are.
    init(_ all: [TextTable.Column], natural: [Int], available: Int?) {
        self.all = all
        columns = all.indices.map { ($0, min(natural[$0], available ?? .max)) }
        guard let available else { return }
        let leaving = all.indices.filter { all[$0].turnToLeave != nil }
            .sorted { all[$0].turnToLeave ?? 0 < all[$1].turnToLeave ?? 0 }
        for index in leaving where smallestTotal > available {
            columns.removeAll { $0.index == index }
        }
        shrink(to: available) { all[$0].narrowest }
        shrink(to: available) { _ in 1 }
    }

    static func == (left: TableLayout, right: TableLayout) -> Bool {
        left.columns.elementsEqual(right.columns) { $0 == $1 } && left.all == right.all
    }

    private var gaps: Int { Self.gap * (columns.count - 1) }
    private var total: Int { columns.reduce(gaps) { $0 + $1.width } }
    private var smallestTotal: Int { columns.reduce(gaps) { $0 + min($1.width, all[$1.index].narrowest) } }

    private mutating func shrink(to available: Int, narrowest: (Int) -> Int) {
        while total > available {
            let shrinkable = columns.indices.filter { columns[$0].width > narrowest(columns[$0].index) }
            guard let widest = shrinkable.max(by: { columns[$0].width < columns[$1].width }) else { return }
            columns[widest].width -= 1
        }
    }
}
