/// One search for a page of contacts, in the database as it is.
///
/// The search index says whom it finds, but not in the order of the page, and takes its time to find many. So the order
/// is walked through first, until the page is full or it has shown that the index is quicker.
struct ContactSearch {
    let query: ContactQuery
    let position: CursorPosition?
    let clause: ContactFilterClause
    let connection: SQLiteConnection

    /// So many places are looked at one by one, and after so many where all terms may hold it is asked whether to go on.
    private static let (sample, stride) = (512, 16)

    /// One place in so many tells how far the walk has come where terms may hold nowhere.
    ///
    /// The numbers of rows are spread over the order in any way; those that can be divided by this stand for all.
    private static let milestone: Int64 = 1024

    private static let wordsOfOne = "SELECT search_key, search_text FROM contact WHERE number = ?"
    private static let askIndex = "SELECT rowid FROM contact_search WHERE contact_search MATCH ? ORDER BY rowid"

    /// Reads the page in the way that takes the least.
    func page() throws -> ContactPage {
        let all = try connection.integer("SELECT max(number) FROM contact")
        let wanted = min(max(query.limit, 0), Int(all))
        var forecast = SearchCostModel(clause.terms, wanted: wanted, all: all)
        if let page = try walk(&forecast, isPatient: false) { return page }
        var asked = [forecast.rarest]
        var numbers: [Int64]?
        if clause.terms.count > 1 {
            numbers = try self.numbers(asked, atMost: forecast.few)
            if numbers == nil { asked = Array(clause.terms.indices) }
        }
        let found = try numbers ?? self.numbers(asked) ?? []
        let way = SearchStrategy(wanted: wanted, found: Double(found.count), all: Double(all))
        return try page(of: found, upTo: all, asked: asked, by: way)
    }

    /// Reads the page in the given way; `asked` has the numbers of the terms that the index is asked.
    func page(by way: SearchStrategy, asked: [Int]) throws -> ContactPage {
        let all = try connection.integer("SELECT max(number) FROM contact")
        var forecast = SearchCostModel(clause.terms, wanted: query.limit, all: all)
        if way == .compare, let page = try walk(&forecast, isPatient: true) { return page }
        return try page(of: try numbers(asked) ?? [], upTo: all, asked: asked, by: way)
    }

    /// Walks through the order, reading those for whom all terms may hold.
    ///
    /// The first places are looked at one by one, for the forecast; then those are left out where not all terms can hold.
    ///
    /// - Returns: The page; `nil` when to go on would take too long, unless there is patience for that.
    private func walk(_ forecast: inout SearchCostModel, isPatient: Bool) throws -> ContactPage? {
        var page = PageBuilder(query)
        var last: Int64?
        let isFull = try onWalk(from: reached, reading: "c.number, c.initials", limit: Self.sample) { row in
            while try row.step() {
                let number = row.integer(0)
                last = number
                let mayHold = forecast.pass(WordPrefixMask(bits: row.integer(1)), clause.terms)
                if mayHold, try self.isFull(&page, &forecast, adding: number) { return true }
            }
            return false
        }
        guard !isFull, let last else { return page.finished }
        if !isPatient, forecast.isIndexBetter() { return nil }
        var admitted = 0
        let rest = try behind(last)
        return try onWalk(from: rest, reading: "c.number, c.initials", needing: needed, orEach: Self.milestone) {
            row in
            while try row.step() {
                let number = row.integer(0)
                let isMilestone = number % Self.milestone == 0
                if isMilestone { forecast.skip(Int(Self.milestone)) }
                let initials = WordPrefixMask(bits: row.integer(1))
                if clause.terms.allSatisfy({ $0.mayHold(initials) }) {
                    admitted += 1
                    if try self.isFull(&page, &forecast, adding: number) { return page.finished }
                } else if !isMilestone {
                    continue
                }
                let isTimeToAsk = isMilestone || admitted % Self.stride == 0
                if isTimeToAsk, !isPatient, forecast.isIndexBetter() { return nil }
            }
            return page.finished
        }
    }

    /// Whether the page is full with the contact in the row, if all terms hold for it.
    private func isFull(
        _ page: inout PageBuilder,
        _ forecast: inout SearchCostModel,
        adding number: Int64
    ) throws -> Bool {
        guard forecast.read(try words(of: number), clause.terms) else { return false }
        let count = page.count
        if try isFull(&page, adding: number) { return true }
        if page.count > count { forecast.find() }
        return false
    }

    /// The numbers of the rows for which the terms hold, as the index has them; `nil` when there are more than the limit.
    private func numbers(_ asked: [Int], atMost limit: Int = .max) throws -> [Int64]? {
        try connection.withStatement(Self.askIndex) { (row: borrowing SQLiteStatement) -> [Int64]? in
            try row.bind(SearchTerm.all(asked.map { clause.terms[$0] }).match, at: 1)
            var numbers: [Int64] = []
            while try row.step() {
                guard numbers.count < limit else { return nil }
                numbers.append(row.integer(0))
            }
            return numbers
        }
    }

    /// The page of those among the numbers who are wanted.
    private func page(
        of numbers: [Int64],
        upTo all: Int64,
        asked: [Int],
        by way: SearchStrategy
    ) throws -> ContactPage {
        let others = clause.terms.indices.filter { !asked.contains($0) }.map { clause.terms[$0] }
        var page = PageBuilder(query)
        func isFull(adding number: Int64) throws -> Bool {
            if !others.isEmpty {
                let words = try words(of: number)
                guard others.allSatisfy({ $0.holds(words) }) else { return false }
            }
            return try self.isFull(&page, adding: number)
        }
        if way == .sort {
            for number in try ordered(numbers, others) where try isFull(adding: number) { break }
        } else {
            let isFound = RowBitmap(numbers, upTo: all)
            try onWalk(from: reached, reading: "c.number", needing: needed) { row in
                while try row.step() {
                    let number = row.integer(0)
                    if isFound.contains(number), try isFull(adding: number) { break }
                }
            }
        }
        return page.finished
    }

    /// The initials of everybody who is wanted.
    private var needed: WordPrefixMask { SearchTerm.all(clause.terms).needed }

    /// What the order of the index has from the position on.
    private var reached: ContactFilterCondition? { position.map(query.reached) }

    /// What the order of the index has behind a row.
    private func behind(_ number: Int64) throws -> ContactFilterCondition? {
        let place = "\(query.key), c.id_start, c.initials, c.number"
        return try connection.withStatement("SELECT \(place) FROM contact c WHERE c.number = ?") { row in
            try row.bind(number, at: 1)
            guard try row.step() else { return nil }
            return ContactFilterCondition(
                "(\(place)) > (?, ?, ?, ?)",
                [.text(row.text(0) ?? ""), .text(row.text(1) ?? ""), .number(row.integer(2)), .number(number)]
            )
        }
    }

    /// Runs `body` on the rows of the contacts in the part of the order that have the initials, in their order; also on
    /// others whose number `milestone` divides, unless that is 0.
    private func onWalk<Result>(
        from start: ContactFilterCondition?,
        reading columns: String,
        needing initials: WordPrefixMask = WordPrefixMask(bits: 0),
        orEach milestone: Int64 = 0,
        limit: Int = -1,
        _ body: (borrowing SQLiteStatement) throws -> Result
    ) throws -> Result {
        let wanted = ContactFilterCondition(
            "c.initials & ? = ?" + (milestone == 0 ? "" : " OR c.number % \(milestone) = 0"),
            [.number(initials.bits), .number(initials.bits)]
        )
        let place = ContactFilterCondition.joined([start, wanted].compactMap(\.self), by: "AND")
        let sql = "SELECT \(columns) FROM contact c WHERE \(place.sql)" + query.order
        return try connection.withStatement(sql + " LIMIT ?") { row in
            var index: Int32 = 1
            try row.bind([place], at: &index)
            try row.bind(Int64(limit), at: index)
            return try body(row)
        }
    }

    private func words(of number: Int64) throws -> [[String]] {
        try connection.withStatement(Self.wordsOfOne) { row in
            try row.bind(number, at: 1)
            guard try row.step() else { return [] }
            return SearchWords(key: row.text(0) ?? "", text: row.text(1) ?? "").tokens
        }
    }

    /// Whether the page is full with the contact in the row, if it is wanted.
    private func isFull(_ page: inout PageBuilder, adding number: Int64) throws -> Bool {
        let place = position.map { [query.isAfter($0)] } ?? []
        let conditions = [ContactFilterCondition("c.number = ?", [.number(number)])] + place + clause.others
        return try connection.withStatement(query.select(conditions)) { row in
            var index: Int32 = 1
            try row.bind(conditions, at: &index)
            return try row.step() && page.isFull(adding: row, clause.matcher)
        }
    }

    /// The numbers of those for whom the other terms may hold in the order of the query, those up to the position left out.
    private func ordered(_ numbers: [Int64], _ others: [SearchTerm]) throws -> [Int64] {
        let sql = "SELECT \(query.key), c.id, c.initials FROM contact c WHERE c.number = ?"
        let start = position.map { OrderedRow($0, number: 0) }
        return try connection.withStatement(sql) { row in
            var places: [OrderedRow] = []
            places.reserveCapacity(numbers.count)
            for number in numbers {
                row.rewind()
                try row.bind(number, at: 1)
                guard try row.step() else { continue }
                let initials = WordPrefixMask(bits: row.integer(2))
                guard others.allSatisfy({ $0.mayHold(initials) }) else { continue }
                let position = CursorPosition(key: row.text(0) ?? "", id: ContactID(rawValue: row.text(1) ?? ""))
                let place = OrderedRow(position, number: number)
                if start.map({ $0 < place }) != false { places.append(place) }
            }
            return places.sorted().map(\.number)
        }
    }
}

/// The place of a row in the order of a query.
struct OrderedRow {
    let number: Int64
    private let position: CursorPosition
    /// The first bytes of the key, which decide most comparisons.
    private let start: UInt64

    init(_ position: CursorPosition, number: Int64) {
        self.position = position
        self.number = number
        start = UInt64(leadingBytesOf: position.key)
    }
}

extension OrderedRow: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        left.start == right.start ? left.position < right.position : left.start < right.start
    }

    static func == (left: Self, right: Self) -> Bool { left.position == right.position }
}

/// Numbers from 0 to a largest one, a bit for each that may be in it.
struct RowBitmap {
    private var bits: [UInt64]

    init(_ numbers: [Int64], upTo largest: Int64) {
        bits = Array(repeating: 0, count: Int(max(largest, 0) / 64) + 1)
        for number in numbers where bits.indices.contains(Int(number / 64)) {
            bits[Int(number / 64)] |= 1 << UInt64(number % 64)
        }
    }

    func contains(_ number: Int64) -> Bool {
        bits.indices.contains(Int(number / 64)) && bits[Int(number / 64)] & 1 << UInt64(number % 64) != 0
    }
}
