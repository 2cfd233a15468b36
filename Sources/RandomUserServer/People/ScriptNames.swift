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

/// The ASCII form of names, for e-mail addresses.
enum Transliteration {
    /// Returns the text in lower-case ASCII without spaces; apostrophes and hyphens stay.
    static func ascii(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20: continue
            case 0x41...0x5a: result.append(UInt8(scalar.value) + 32)
            case 0x21...0x7e: result.append(UInt8(scalar.value))
            default: result.append(contentsOf: (table[scalar] ?? "").utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let table: [Unicode.Scalar: String] = {
        var table: [Unicode.Scalar: String] = [
            "ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "’": "'", "–": "-",
            "ا": "a", "آ": "a", "ب": "b", "پ": "p", "ت": "t", "ث": "th", "ج": "j", "چ": "ch", "ح": "h", "خ": "kh",
            "د": "d", "ذ": "dh", "ر": "r", "ز": "z", "ژ": "zh", "س": "s", "ش": "sh", "ص": "s", "ض": "d", "ط": "t",
            "ظ": "z", "ع": "'", "غ": "gh", "ف": "f", "ق": "q", "ک": "k", "ك": "k", "گ": "g", "ل": "l", "م": "m",
            "ن": "n", "و": "w", "ه": "h", "ی": "y", "ي": "y", "ئ": "y", "أ": "a", "ؤ": "w", "ء": "'",
        ]
        let groups = [
            "a": "áàâäãåāăąÁÀÂÄÃÅĀĂĄ", "c": "çćčĉċÇĆČĈĊ", "d": "đďðĐĎÐ", "e": "éèêëēĕėęěÉÈÊËĒĔĖĘĚ", "g": "ğĝġģĞĜĠĢ",
            "h": "ĥħĤĦ", "i": "íìîïĩīĭįıÍÌÎÏĨĪĬĮİ", "j": "ĵĴ", "k": "ķĶ", "l": "ĺļľłĹĻĽŁ", "n": "ñńņňÑŃŅŇ",
            "o": "óòôöõøōŏőÓÒÔÖÕØŌŎŐ", "r": "ŕŗřŔŖŘ", "s": "śŝşšșŚŜŞŠȘ", "t": "ţťțŢŤȚ", "u": "úùûüũūŭůűųÚÙÛÜŨŪŬŮŰŲ",
            "w": "ŵŴ", "y": "ýÿŷÝŶŸ", "z": "źżžŹŻŽ",
        ]
        for (letter, variants) in groups {
            for scalar in variants.unicodeScalars { table[scalar] = letter }
        }
        return table
    }()
}

/// Words for user names and passwords, common to all nations.
enum CommonWords {
    static let adjectives = words(
        """
        amber brave bright brisk calm clever coral cosmic crimson curious daring eager early fancy fierce gentle giddy
        golden grand hazel hidden humble icy indigo jolly keen lively lucky lunar mellow merry mighty misty modest noble
        olive orange patient plain proud purple quick quiet rapid rosy royal rusty scarlet sharp silent silver smooth
        snowy solar spotted steady stormy striped sunny swift tall tidy tiny velvet vivid wandering warm wild windy witty
        """
    )

    static let nouns = words(
        """
        badger beaver bison bobcat camel canary cheetah condor cougar coyote crane cricket dolphin donkey dragonfly eagle
        falcon ferret finch gazelle gecko gibbon goose heron hornet ibex jackal jaguar kestrel koala lemur lizard lobster
        lynx magpie marmot meerkat moose narwhal newt ocelot octopus osprey otter owl panther parrot pelican penguin
        pigeon puffin python quail rabbit raccoon raven salmon seal sparrow squid stork swan tapir tiger toucan turtle
        viper walrus weasel wombat yak zebra
        """
    )

    static let passwords = words(
        """
        admiral1 afternoon almanac anchor99 applepie backpack balloon bicycle birthday blanket bluebell bonfire
        bookshelf breakfast bumblebee buttercup cabbage candle42 caramel carousel catapult chestnut chimney cinnamon
        clockwork cobweb coconut cornflower daydream dominoes doorbell driftwood evergreen fairytale fiddler fireside
        fishcake flapjack footpath fountain gardener goldfish grapevine hammock harvest hedgehog honeycomb icecream
        jellybean jigsaw7 kettle12 ladybird lemonade lighthouse marmalade midnight mountain mushroom nightfall notebook
        orchard overcoat pancake paperclip peppermint pinecone porridge pumpkin quicksand rainbow5 rowboat sailboat
        sandcastle scarecrow seashell skylark snowflake spinach starfish sunflower teapot88 thimble thunder umbrella
        vanilla village waterfall weekend whistle wildcat windmill woodpecker yesterday zeppelin
        """
    )

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
