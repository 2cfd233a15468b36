import Testing

@testable import Repository

@Suite struct ContactQueryParserTests {
    private static func term(_ text: String, _ field: ContactField? = nil, phrase: Bool = false) -> ContactExpression {
        .term(ContactTerm(text, in: field, isPhrase: phrase))
    }

    /// Queries whose reading the contacts that they find don't show (``ContactExpressionTests``).
    private static let readings: [(String, ContactExpression?)] = [
        ("", nil), ("  \t ", nil),
        ("ada", term("ada")),
        ("CITY:Berlin", term("Berlin", .city)),
        ("org:acme group:work", .all([term("acme", .organization), term("work", .categories)])),
        ("formatted_name:a emails:b", .all([term("a", .name), term("b", .email)])),
        ("phone_numbers:1 categories:c", .all([term("1", .phone), term("c", .categories)])),
        ("-\"a b\"", .not(term("a b", phrase: true))),
        ("NOT ada", .not(term("ada"))),
        ("a AND b", .all([term("a"), term("b")])),
        ("a OR b OR c", .any([term("a"), term("b"), term("c")])),
        ("(a)(b)", .all([term("a"), term("b")])),
        ("((a))", term("a")),
        // Side by side they are not inside each other.
        (String(repeating: "(a)", count: 40), .all([ContactExpression](repeating: term("a"), count: 40))),
        ("a or b", .all([term("a"), term("or"), term("b")])),
        ("a and not b", .all([term("a"), term("and"), term("not"), term("b")])),
        ("ORlando", term("ORlando")), ("\"OR\"", term("OR", phrase: true)),
        ("\"say \\\"hi\\\" \\\\ \\n\"", term("say \"hi\" \\ \\n", phrase: true)),
        ("\\-a \\(b\\) c\\\"", .all([term("-a"), term("(b)"), term("c\"")])),
        ("5\"", term("5\"")),
        ("smith(jr) x", .all([term("smith(jr)"), term("x")])),
        ("phone:(067)427", term("(067)427", .phone)),
        ("https://example.org/a", term("https://example.org/a")),
        ("12:30", term("12:30")),
        ("o'brien", term("o'brien")),
        ("-", term("-")), ("a - b", .all([term("a"), term("-"), term("b")])),
    ]

    @Test(arguments: readings)
    func `a query is read`(query: String, expected: ContactExpression?) throws {
        #expect(try ContactQueryParser.parse(query) == expected)
    }

    @Test func `arguments of a command line are one query`() throws {
        let expected = try ContactQueryParser.parse("ada (city:berlin OR \"new york\")")
        #expect(try ContactQueryParser.parse(["ada", "(city:berlin", "OR", "\"new york\")"]) == expected)
        #expect(try ContactQueryParser.parse(["ada (city:berlin OR", "\"new york\")"]) == expected)
        #expect(try ContactQueryParser.parse([] as [String]) == nil)
    }

    private static let flaws: [(String, [String])] = [
        ("citty:berlin", ["“citty”", "column 1", "“city:”"]), ("ada emial:x", ["“emial”", "column 5", "“email:”"]),
        ("quux:berlin", ["“quux”", "The fields are name, first"]), ("name:\"ada", ["quotation mark", "column 6"]),
        ("a \"b c", ["quotation mark", "column 3"]), ("a \"b\\\"", ["quotation mark", "column 3"]),
        ("(a b", ["“(”", "column 1"]), ("a)", ["“)”", "column 2"]), ("a ()", ["column 4"]),
        ("OR a", ["column 1"]), ("a OR", ["column 5"]), ("(a OR ) b", ["column 7"]), ("a OR OR b", ["column 6"]),
        ("city:", ["without a value", "column 1"]), ("a city: b", ["without a value", "column 3"]),
        ("city:\"  \"", ["value"]),
        ("birthday:soon", ["“soon”", "YYYY-MM-DD"]), ("birthday:1980-13-01", ["YYYY-MM-DD"]),
        ("favorite:maybe", ["favorite:yes"]), ("source:moon", ["source:local"]),
        (String(repeating: "a ", count: 65), ["more than 64 terms", "column 129"]),
        (String(repeating: "(", count: 33) + "a", ["more than 32 nested parentheses"]),
        (String(repeating: "a", count: 4097), ["longer than 4096"]),
        (String(repeating: "-(", count: 2000), ["more than 32 nested parentheses"]),
    ]

    @Test(arguments: flaws)
    func `what cannot be read is told with its place and what to do`(query: String, words: [String]) throws {
        let error = try #require(throws: RepositoryError.self) { try ContactQueryParser.parse(query) }
        #expect(error.code == .invalidInput)
        for word in words { #expect(error.message.contains(word), "\(error.message)") }
        #expect(!error.message.contains("\n"))
    }

    @Test func `every field can be named`() throws {
        let values: [ContactField: String] = [
            .birthday: "1980", .anniversary: "1980", .favorite: "yes", .edited: "no", .source: "api",
        ]
        for field in ContactField.queried {
            let expression = try ContactQueryParser.parse("\(field.queryName):\(values[field, default: "x"])")
            #expect(expression == Self.term(values[field, default: "x"], field))
        }
        for (alias, field) in ContactField.queryAliases { #expect(ContactField.queried(named: alias) == field) }
    }
}

@Suite struct PartialDateTests {
    @Test(
        arguments: [
            ("1980-06-15", [1980, 6, 15]), ("19800615", [1980, 6, 15]), ("1980-06", [1980, 6, nil]),
            ("1980", [1980, nil, nil]), ("06-15", [nil, 6, 15]), ("--06-15", [nil, 6, 15]), ("--0615", [nil, 6, 15]),
            ("1980-06-15T10:00:00Z", [1980, 6, 15]), ("", nil), ("soon", nil), ("1980-13-01", nil),
            ("1980-00-01", nil), ("06-32", nil), ("1980-6-5", nil), ("98", nil), ("--", nil), ("--1980", nil),
            ("1980-06-15-1", nil), ("é", nil),
        ] as [(String, [Int?]?)]
    )
    func `dates are read, other text is none`(text: String, parts: [Int?]?) {
        #expect(PartialDate(text).map { [$0.year, $0.month, $0.day] } == parts)
    }
}
