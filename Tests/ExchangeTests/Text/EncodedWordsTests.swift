import Testing

@testable import Exchange

@Suite struct EncodedWordsTests {
    @Test(arguments: [
        ("plain", "plain"), ("=?utf-8?q?J=C3=B6rg?=", "Jörg"), ("=?UTF-8?B?SsO2cmc=?=", "Jörg"),
        ("=?UTF-8?B?SsO2cmc?= M", "Jörg M"), ("=?ISO-8859-1?Q?J=F6rg_M?=", "Jörg M"),
        ("=?windows-1251?Q?=C0?=", "А"), ("=?utf-8*de?q?=C3=B6?=", "ö"),
        ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"), ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
        // A character may begin in one word and end in the next.
        ("=?utf-8?q?=C3?=  =?utf-8?q?=B6?=", "ö"), ("=?x-no?q?=C3?=", "=?x-no?q?=C3?="), ("=?broken", "=?broken"),
        ("=?utf-8?x?a?=", "=?utf-8?x?a?="), ("a =? b ?= c", "a =? b ?= c"), ("=?utf-8?q??=", ""),
    ])
    func `words are decoded, and what is none stays`(text: String, decoded: String) {
        #expect(EncodedWords.decoded(text) == decoded)
    }

    @Test func `many beginnings cost no more than their text`() {
        let text = String(repeating: "=?", count: 5_000)
        #expect(EncodedWords.decoded(text) == text)
    }
}
