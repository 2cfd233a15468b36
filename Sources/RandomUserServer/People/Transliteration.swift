/// Converts names to ASCII for e-mail addresses.
enum Transliteration {
    /// Returns the text in lowercase ASCII without spaces; apostrophes and hyphens stay.
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
