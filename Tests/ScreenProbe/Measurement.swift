import TerminalUI

/// Frames of a long list, and how long they take.
enum Measurement {
    static let count = 100_000

    private static let names = [
        "Ada Lovelace", "Zoë Ångström", "山田 太郎", "Олена Шевченко", "Grace Hopper", "Nguyễn Văn An",
    ]

    /// A list of people.
    static func list(position: ListPosition) -> ListView {
        ListView(
            count: count,
            position: position,
            columns: [
                ListColumn("Name"), ListColumn("Phone", .fixed(16), from: 50), ListColumn("E-mail", from: 80),
                ListColumn("City", from: 120),
            ],
            hasTitles: true
        ) { index in
            let name = names[index % names.count]
            let match = name.range(of: "a").map { [$0] } ?? []
            return ListRow(
                [
                    StyledText("\(name) \(index)", highlighting: [], as: .match)
                        + StyledText(name, style: .dim, highlighting: match, as: .match),
                    StyledText("+41 44 \(1_000_000 + index)", style: .link),
                    StyledText("person\(index)@example.org", style: .link), "Zürich",
                ],
                isMarked: index % 7 == 0,
                isFavorite: index % 5 == 0
            )
        }
    }

    /// Draws frames at 200×60 as keys would make them, and prints how long drawing took.
    static func run() {
        let clock = ContinuousClock()
        let size = Size(columns: 200, rows: 60)
        var position = ListPosition()
        var times: [Duration] = []
        for step in 0..<300 {
            position.move(step % 3 == 0 ? .pages(1) : .rows(1), count: count, height: 57)
            let list = list(position: position)
            let view = DrawnView { canvas in
                canvas.draw(TitleBar("Contacts"), in: Rect(x: 0, y: 0, columns: 200, rows: 1))
                canvas.draw(list, in: Rect(x: 0, y: 1, columns: 200, rows: 59))
            }
            times.append(clock.measure { _ = Frame(view, size: size) })
        }
        times.sort()
        print("draw 200×60: median \(times[150]), 95th percentile \(times[285]), most \(times[299])")
    }
}

extension String {
    /// The first place of a text.
    fileprivate func range(of text: Character) -> Range<String.Index>? {
        firstIndex(of: text).map { $0..<index(after: $0) }
    }
}
