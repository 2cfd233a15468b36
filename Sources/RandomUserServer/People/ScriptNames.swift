/// Names in scripts that the public service never sends, each with its Latin form for an e-mail address.
enum ScriptNames {
    static func name(
        of script: NameScript,
        _ stream: inout SeededGenerator
    ) -> (first: String, last: String, latin: String) {
        let table = table(script)
        let first = table.first[stream.below(table.first.count)]
        let last = table.last[stream.below(table.last.count)]
        return (first.name, last.name, first.latin + "." + last.latin)
    }

    private struct Entry {
        let name: String
        let latin: String
    }

    private struct Table {
        let first: [Entry]
        let last: [Entry]

        init(_ first: String, _ last: String) {
            self.first = Self.entries(first)
            self.last = Self.entries(last)
        }

        private static func entries(_ text: String) -> [Entry] {
            text.split(separator: ",").map { item in
                let parts = item.split(separator: "|", maxSplits: 1)
                return Entry(
                    name: QueryString.trim(parts.first ?? ""),
                    latin: QueryString.trim(parts.last ?? "")
                )
            }
        }
    }

    private static func table(_ script: NameScript) -> Table {
        switch script {
        case .cyrillic: cyrillic
        case .devanagari: devanagari
        case .cjk: cjk
        case .emoji: emoji
        case .rightToLeft: rightToLeft
        }
    }

    private static let cyrillic = Table(
        "Олена|olena, Їжак|yizhak, Дем'ян|demyan, Ґалаґан|galagan, Надія|nadiia, Єва|yeva, Юрій|yurii, Щедрик|shchedryk",
        "Шевчук|shevchuk, Кравець|kravets, Гнатюк|hnatiuk, В'юн|viun, Яремко|yaremko, Цимбал|tsymbal, Заєць|zaiets"
    )

    private static let devanagari = Table(
        "प्रिया|priya, अर्जुन|arjun, लक्ष्मी|lakshmi, श्रीधर|shridhar, मीरा|mira, ऋषि|rishi, अंजलि|anjali",
        "शर्मा|sharma, द्विवेदी|dwivedi, त्रिपाठी|tripathi, चौधरी|chaudhari, मिश्र|mishra, पटेल|patel"
    )

    private static let cjk = Table(
        "小明|xiaoming, 美玲|meiling, さくら|sakura, 健太|kenta, 지우|jiu, 서연|seoyeon, 𠮷男|yoshio, ﾊﾅｺ|hanako",
        "王|wang, 歐陽|ouyang, 佐々木|sasaki, 髙橋|takahashi, 김|kim, 남궁|namgung, 渡邉|watanabe"
    )

    private static let emoji = Table(
        "Zoë 🌻|zoe, Max 👨‍👩‍👧‍👦|max, Ana 🇧🇷|ana, 🦊 Finn|finn, Lia 👍🏽|lia, Jo ❤️|jo, e\u{301}mile 🎈|emile",
        "Sunny ☀️|sunny, Moon 🌙|moon, Party 🥳|party, O'Flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿|oflag, Keycap 1️⃣|keycap"
    )

    private static let rightToLeft = Table(
        "שרה|sara, דוד|david, נועה|noa, يوسف|yusuf, مريم|maryam, عبد الله|abdallah, فاطِمة|fatima",
        "כהן|cohen, בן־דוד|bendavid, לוי|levi, الحسيني|alhusayni, أبو زيد|abuzayd, خوري|khoury"
    )
}
