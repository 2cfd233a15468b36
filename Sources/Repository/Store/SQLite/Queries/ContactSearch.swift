/// Reads one page of a full-text search.
///
/// The search index returns its matches in row order, not in the order of the page, and gets slower the more it finds.
/// So the page's order is scanned first, until the page is full or the cost model says that the index is cheaper.
struct ContactSearch {
    let query: ContactQuery
    let position: CursorPosition?
    let clause: ContactFilterClause
    let connection: SQLiteConnection
    /// Hears of contacts that are left out because they cannot be read.
    var leftOut = LeftOut()
    /// Keeps orders by name in memory, with the revision of the store; `nil` reads each from the store.
    var orders: (names: NameOrders, revision: StoreRevision)?

    /// The rows scanned one by one as a sample, and after how many candidates the cost model is asked again.
    private static let (sample, stride) = (512, 16)

    /// How many rows of the sample whose names do not match are read, to tell how many the index would return.
    private static let othersInSample = 32

    /// Of an order in memory, all rows are read unless the index finds at most one in so many.
    private static let fewOfAll = 16

    /// Rows whose number this divides mark the progress of a scan that finds no candidates.
    ///
    /// Row numbers are spread over the order at random, so these rows stand for all.
    private static let milestone: Int64 = 1024

    /// How a scan of the order ended.
    private enum ScanEnd {
        /// The page is full, or there are no more rows.
        case page(ContactPage)
        /// The search index has become cheaper.
        case indexIsBetter
        /// So many names were compared that they are to be taken into memory.
        case namesAreMany
    }

    private static let wordsOfRow = "SELECT search_key, search_text FROM contact WHERE number = ?"
    private static let queryIndex = "SELECT rowid FROM contact_search WHERE contact_search MATCH ? ORDER BY rowid"

    /// Reads the page by the cheapest strategy.
    func page() throws -> ContactPage {
        let all = try connection.integer("SELECT max(number) FROM contact")
        let wanted = min(max(query.limit, 0), Int(all))
        if let (names, revision) = namesInMemory, let order = names.order(of: query, at: revision) {
            return try page(in: order, upTo: all)
        }
        var costs = SearchCostModel(clause.terms, wanted: wanted, all: all, hasNames: clause.names != nil)
        switch try scan(&costs, toTheEnd: false) {
        case .page(let page): return page
        case .namesAreMany:
            // Too large for memory: the next scan will not ask for it.
            return try pageOfNames(upTo: all) ?? page()
        case .indexIsBetter: break
        }
        var queried = [costs.rarest]
        var numbers: [Int64]?
        if clause.terms.count > 1 {
            numbers = try self.numbers(queried, atMost: costs.filterLimit)
            if numbers == nil { queried = Array(clause.terms.indices) }
        }
        let found = try numbers ?? self.numbers(queried) ?? []
        if areNamesWorthwhile(after: found.count), let page = try pageOfNames(upTo: all) { return page }
        let strategy = SearchStrategy(wanted: wanted, found: Double(found.count), all: Double(all))
        return try page(of: found, upTo: all, queried: queried, by: strategy)
    }

    /// Reads the page by the given strategy; the index is queried for the terms with the numbers `queried`.
    func page(by strategy: SearchStrategy, queried: [Int]) throws -> ContactPage {
        let all = try connection.integer("SELECT max(number) FROM contact")
        var costs = SearchCostModel(clause.terms, wanted: query.limit, all: all)
        if strategy == .scan, case .page(let page) = try scan(&costs, toTheEnd: true) { return page }
        return try page(of: try numbers(queried) ?? [], upTo: all, queried: queried, by: strategy)
    }

    /// What keeps the order in memory, if the search is one for names.
    private var namesInMemory: (names: NameOrders, revision: StoreRevision)? {
        clause.names == nil || query.sort == .birthday ? nil : orders
    }

    /// Whether a search for names has read so many rows that they are to be taken into memory.
    private func areNamesWorthwhile(after rows: Int) -> Bool {
        guard let (names, revision) = namesInMemory else { return false }
        return names.isWorthwhile(after: rows, at: revision)
    }

    /// Reads the page after its order was taken into memory; `nil` when that is too large.
    private func pageOfNames(upTo all: Int64) throws -> ContactPage? {
        guard let (names, revision) = namesInMemory else { return nil }
        return try names.read(query, at: revision, upTo: all, on: connection).map { try page(in: $0, upTo: all) }
    }

    /// The page of an order by name in memory.
    private func page(in order: NameOrder, upTo all: Int64) throws -> ContactPage {
        var page = PageBuilder(query, leftOut: leftOut)
        guard let names = clause.names else { return page.finished }
        let queried = termsBesideNames(names)
        let found = queried.isEmpty ? nil : try numbers(queried, atMost: Int(all) / Self.fewOfAll)
        let bitmap = found.map { RowBitmap($0, upTo: all) }
        let others = found == nil ? clause.terms : terms(besides: queried)
        try order.forEach(names, in: query, from: position, among: bitmap) { number in
            if try others.isEmpty || matches(number, others) { try add(number, to: &page) }
            return !page.isFull
        }
        return page.finished
    }

    /// The numbers of the terms for which the index is asked before the rows of an order in memory are read: those that it
    /// answers quickly, if they say more than the names do.
    private func termsBesideNames(_ names: NameMatcher) -> [Int] {
        guard clause.terms.count > names.count else { return [] }
        return clause.terms.indices.filter { clause.terms[$0].shortestPrefix > 1 }
    }

    /// Scans the order, and reads the rows whose prefix masks admit all terms.
    ///
    /// The first rows are a sample for the cost model; of the rest SQLite skips the rows whose masks exclude a term.
    ///
    /// - Returns: The page, unless there is a better way and the scan need not go to the end.
    private func scan(_ costs: inout SearchCostModel, toTheEnd: Bool) throws -> ScanEnd {
        var page = PageBuilder(query, leftOut: leftOut)
        var last: Int64?
        var others = 0
        try onScan(from: reached, reading: "c.number, \(query.key), c.initials", limit: Self.sample) { row in
            while !page.isFull, try row.step() {
                let number = row.integer(0)
                last = number
                guard costs.pass(WordPrefixMask(bits: row.integer(2)), clause.terms) else { continue }
                if hasNames(row) {
                    try add(number, to: &page, &costs)
                } else if others < Self.othersInSample {
                    others += 1
                    try withWords(of: number) { costs.sample($0, clause.terms) }
                }
            }
        }
        guard !page.isFull, let last else { return .page(page.finished) }
        if !toTheEnd, costs.isIndexBetter() { return .indexIsBetter }
        var candidates = 0
        var rows = Self.sample
        let rest = try behind(last)
        let columns = "c.number, \(query.key), c.initials"
        return try onScan(from: rest, reading: columns, having: requiredMask, orEach: Self.milestone) { row in
            while try row.step() {
                let number = row.integer(0)
                let isMilestone = number % Self.milestone == 0
                if isMilestone {
                    costs.skip(Int(Self.milestone))
                    rows += Int(Self.milestone)
                }
                let mask = WordPrefixMask(bits: row.integer(2))
                if clause.terms.allSatisfy({ $0.mayMatch(mask) }), hasNames(row) {
                    candidates += 1
                    try add(number, to: &page, &costs)
                    if page.isFull { return .page(page.finished) }
                } else if !isMilestone {
                    continue
                }
                let isTimeToAsk = isMilestone || candidates % Self.stride == 0
                guard isTimeToAsk, !toTheEnd else { continue }
                if costs.isIndexBetter() { return .indexIsBetter }
                if areNamesWorthwhile(after: rows) { return .namesAreMany }
            }
            return .page(page.finished)
        }
    }

    /// Adds the contact in the row to the page if all terms match its words, and records that in the cost model.
    private func add(_ number: Int64, to page: inout PageBuilder, _ costs: inout SearchCostModel) throws {
        guard try withWords(of: number, { costs.read($0, clause.terms) }) else { return }
        let count = page.count
        try add(number, to: &page)
        if page.count > count { costs.find() }
    }

    /// The row numbers that the index returns for the terms; `nil` when they are more than the limit.
    private func numbers(_ queried: [Int], atMost limit: Int = .max) throws -> [Int64]? {
        try connection.withStatement(Self.queryIndex) { (row: borrowing SQLiteStatement) -> [Int64]? in
            try row.bind(SearchTerm.all(queried.map { clause.terms[$0] }).match, at: 1)
            var numbers: [Int64] = []
            while try row.step() {
                guard numbers.count < limit else { return nil }
                numbers.append(row.integer(0))
            }
            return numbers
        }
    }

    /// The terms for which the index is not queried.
    private func terms(besides queried: [Int]) -> [SearchTerm] {
        clause.terms.indices.filter { !queried.contains($0) }.map { clause.terms[$0] }
    }

    /// The page of the rows that the index returned; the terms that it was not queried for are compared in memory.
    private func page(
        of numbers: [Int64],
        upTo all: Int64,
        queried: [Int],
        by strategy: SearchStrategy
    ) throws -> ContactPage {
        let others = terms(besides: queried)
        var page = PageBuilder(query, leftOut: leftOut)
        func add(_ number: Int64) throws {
            if try others.isEmpty || matches(number, others) { try self.add(number, to: &page) }
        }
        if strategy == .sort {
            for number in try ordered(numbers, others) {
                try add(number)
                if page.isFull { break }
            }
        } else {
            let bitmap = RowBitmap(numbers, upTo: all)
            try onScan(from: reached, reading: "c.number, \(query.key)", having: requiredMask) { row in
                while !page.isFull, try row.step() {
                    let number = row.integer(0)
                    if bitmap.contains(number), hasNames(row) { try add(number) }
                }
            }
        }
        return page.finished
    }

    /// Whether the contact in the row, whose second column is its key in the order, may have the wanted words in its name.
    private func hasNames(_ row: borrowing SQLiteStatement) -> Bool {
        guard let names = clause.names, query.sort != .birthday else { return true }
        return row.withBytes(1) { names.matches($0) }
    }

    /// The prefix mask bits that every match has.
    private var requiredMask: WordPrefixMask { SearchTerm.all(clause.terms).requiredMask }

    /// The condition for the part of the order that begins at the position.
    private var reached: ContactFilterCondition? { position.map(query.reached) }

    /// The condition for the part of the order behind a row.
    private func behind(_ number: Int64) throws -> ContactFilterCondition? {
        let place = "\(query.key), c.id_start, c.initials, c.number"
        return try connection.withStatement("SELECT \(place) FROM contact c WHERE c.number = ?") { row in
            try row.bind(number, at: 1)
            guard try row.step() else { return nil }
            return ContactFilterCondition(
                "(\(place)) \(query.isBehind) (?, ?, ?, ?)",
                [.text(row.text(0) ?? ""), .text(row.text(1) ?? ""), .number(row.integer(2)), .number(number)]
            )
        }
    }

    /// Runs `body` on an index scan over the rows in the part of the order whose masks have all the given bits.
    ///
    /// With a milestone other than 0 the scan also stops at the rows whose number it divides.
    private func onScan<Result>(
        from start: ContactFilterCondition?,
        reading columns: String,
        having mask: WordPrefixMask = WordPrefixMask(bits: 0),
        orEach milestone: Int64 = 0,
        limit: Int = -1,
        _ body: (borrowing SQLiteStatement) throws -> Result
    ) throws -> Result {
        let masked = ContactFilterCondition(
            "c.initials & ? = ?" + (milestone == 0 ? "" : " OR c.number % \(milestone) = 0"),
            [.number(mask.bits), .number(mask.bits)]
        )
        let place = ContactFilterCondition.joined([start, masked].compactMap(\.self), by: "AND")
        let sql = "SELECT \(columns) FROM contact c WHERE \(place.sql)" + query.order
        return try connection.withStatement(sql + " LIMIT ?") { row in
            var index: Int32 = 1
            try row.bind([place], at: &index)
            try row.bind(Int64(limit), at: index)
            return try body(row)
        }
    }

    /// Whether the contact in the row matches all of the terms.
    private func matches(_ number: Int64, _ terms: [SearchTerm]) throws -> Bool {
        try withWords(of: number) { words in terms.allSatisfy { $0.matches(words) } }
    }

    /// Runs `body` on the words of the contact in the row.
    private func withWords<Result>(of number: Int64, _ body: (SearchedTexts) -> Result) throws -> Result {
        try connection.withStatement(Self.wordsOfRow) { row in
            try row.bind(number, at: 1)
            guard try row.step() else { return SearchWords.none.withTexts(body) }
            return row.withBytes(0) { key in row.withBytes(1) { body(SearchedTexts(key: key, text: $0)) } }
        }
    }

    /// Adds the contact in the row to the page if it satisfies the other conditions.
    private func add(_ number: Int64, to page: inout PageBuilder) throws {
        let place = position.map { [query.isAfter($0)] } ?? []
        let conditions = [ContactFilterCondition("c.number = ?", [.number(number)])] + place + clause.others
        try connection.withStatement(query.select(conditions)) { row in
            var index: Int32 = 1
            try row.bind(conditions, at: &index)
            if try row.step() { try page.add(row, clause.matcher) }
        }
    }

    /// Sorts the rows behind the position by the query's order.
    ///
    /// A row whose mask excludes one of the terms is left out.
    private func ordered(_ numbers: [Int64], _ terms: [SearchTerm]) throws -> [Int64] {
        let sql = "SELECT c.initials, \(query.key), c.id FROM contact c WHERE c.number = ?"
        let start = position.map { OrderedRow($0, number: 0) }
        return try connection.withStatement(sql) { row in
            var rows: [OrderedRow] = []
            rows.reserveCapacity(numbers.count)
            for number in numbers {
                row.rewind()
                try row.bind(number, at: 1)
                guard try row.step() else { continue }
                let mask = WordPrefixMask(bits: row.integer(0))
                guard terms.allSatisfy({ $0.mayMatch(mask) }), hasNames(row) else { continue }
                let position = CursorPosition(key: row.text(1) ?? "", id: ContactID(rawValue: row.text(2) ?? ""))
                let found = OrderedRow(position, number: number)
                let isWanted = start.map { query.isReversed ? found < $0 : $0 < found }
                if isWanted != false { rows.append(found) }
            }
            return rows.sorted { query.isReversed ? $1 < $0 : $0 < $1 }.map(\.number)
        }
    }
}
