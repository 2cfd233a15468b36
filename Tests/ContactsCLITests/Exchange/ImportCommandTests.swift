import Foundation
import Primitives
import Testing

@testable import ContactsCLI

struct ImportCommandTests {
    /// In the built program: a test has more of Foundation than the program, and more encodings.
    @Test func `text of old programs is read in the program, whatever its encoding`() async throws {
        let contacts = try Binary.withOwnBook()
        let bytes = Array("first name,last name\nJ".utf8) + [0xF6, 0x72, 0x67, 0x2C, 0x80, 0x0A]
        let western = try contacts.home.write(bytes, to: "w.csv")
        // “Имя,Фамилия” and “Иван,Петров” in Windows-1251.
        let cyrillic = try contacts.home.write(
            [0xC8, 0xEC, 0xFF, 0x2C, 0xD4, 0xE0, 0xEC, 0xE8, 0xEB, 0xE8, 0xFF, 0x0A]
                + [0xC8, 0xE2, 0xE0, 0xED, 0x2C, 0xCF, 0xE5, 0xF2, 0xF0, 0xEE, 0xE2, 0x0A],
            to: "c.csv"
        )
        let card = try contacts.home.write(
            Array("BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=SHIFT_JIS:".utf8) + [0x8E, 0x52, 0x93, 0x63, 0x3B]
                + [0x91, 0xBE, 0x98, 0x59] + Array("\r\nEND:VCARD\r\n".utf8),
            to: "j.vcf"
        )
        for path in [western, cyrillic, card] { try await contacts.succeed("import", path) }
        let wide = "first name,last name\nZoë,Ž\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let file = try contacts.home.write([0xFF, 0xFE] + wide, to: "u.csv")
        try await contacts.succeed("import", file, saying: "as UTF-16")
        let mail = "printf 'From: =?koi8-r?B?6dfBzg==?= <ivan@example.ru>\\n\\nx\\n' | \"$contacts\" add-email"
        try await contacts.shell(mail, status: 0)
        let names = try await contacts.run("list", "--fields", "first,last").lines.sorted()
        #expect(names == ["Jörg\t€", "Иван\tПетров", "Иван\t", "太郎\t山田", "Zoë\tŽ"].sorted(), "\(names)")
    }

    @Test func `a file of another program comes in with all it has, and what is odd is told`() async throws {
        let contacts = try Binary.withOwnBook()
        let text =
            "Vorname;Nachname;Handy;Geburtstag;Schuhgröße\nJörg;Müller;'+49 30;0.0.00;44\nEva;Ott;030;31.02.1980;\n"
        let path = try contacts.home.write(text.unicodeScalars.map { UInt8($0.value) }, to: "people.csv")
        let windows = "it was read as Windows text."
        let result = try await contacts.succeed("import", path, saying: windows, "“Schuhgröße”", "“31.02.1980”")
        #expect(result.messages.hasSuffix("contacts: Imported 2 contacts: 2 added.\n"))
        let card = try await contacts.run("export", "Müller").output
        #expect(card.contains("TYPE=cell:+49 30") && card.contains("X-SCHUHGROSSE:44") && !card.contains("BDAY"))
        let other = try await contacts.run("export", "Ott").output
        #expect(other.contains("NOTE:Geburtstag: 31.02.1980") && !other.contains("BDAY"))
    }

    @Test func `a card that comes again keeps what only the contact here has`() async throws {
        let contacts = try Binary.withOwnBook()
        let labels = ["X-SHOE:44", "item1.URL:https://a.example", "item1.X-ABLabel:Blog"]
        for lines in [["BDAY;X-SOURCE=church:1815-12-10"] + labels, ["BDAY:1815-12-11", "X-HAT:7"]] {
            let card = String.card(["UID:ada", "FN:Ada Lovelace"] + lines)
            try await contacts.succeed("import", contacts.home.write(card, to: "ada.vcf"))
        }
        let lines = try await contacts.run("export", "ada").output
        for kept in ["X-SHOE:44", "X-HAT:7", "X-ABLabel:Blog", "https://a.example", "BDAY:18151211"] {
            #expect(lines.contains(kept), "\(kept) in \(lines)")
        }
        #expect(!lines.contains("18151210") && !lines.contains("1815-12-10"))
    }

    @Test func `the date that decides the order may be far behind, in a file and in a pipe`() async throws {
        let contacts = try Binary.withOwnBook()
        // More bytes than are read at once.
        let many = String(repeating: "Ada,03/04/1980,\(String(repeating: "n", count: 400))\n", count: 650)
        let path = try contacts.home.write("name,birthday,note\n\(many)Eve,31/12/1980,\n", to: "people.csv")
        let piped = #"mkfifo "$HOME/pipe"; cat "$HOME/people.csv" > "$HOME/pipe" & "$contacts" import "$HOME/pipe""#
        #expect(try await contacts.shell(piped).messages.hasSuffix("Imported 651 contacts: 2 added, 649 unchanged.\n"))
        try await contacts.succeed("import", path, saying: "651 unchanged")
        #expect(try await contacts.run("list", "--fields", "birthday").lines.sorted() == ["1980-04-03", "1980-12-31"])
    }

    @Test func `nothing is imported when a date, a name or a mapping is in doubt, and errors are text`() async throws {
        let contacts = try Binary.withOwnBook()
        let path = try contacts.home.write("name,birthday\nAda,3/4/1980\n", to: "people.csv")
        let dates = "--dates: dmy (day, month, year), mdy (month, day, year)."
        try await contacts.fail(64, "import", path, saying: "people.csv:2: ", dates)
        #expect(try await contacts.run("import", path, "--map", "name=shoe", "--dates", "dmy").status == 64)
        try await contacts.fail(64, "import", contacts.home.write("BEGIN:VCARD\n", to: "a.pdf"), saying: "mutt-alias")
        let json = try await contacts.fail(65, "import", "--format", "json", path)
        #expect(json.messages.hasPrefix(path))
        #expect(!json.messages.contains("{\"error\""))
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
        try await contacts.succeed("import", path, "--map", "name=last", "--map", "birthday=note", "--dates", "dmy")
        #expect(try await contacts.run("list", "--fields", "last,note").lines == ["Ada\t3/4/1980"])
    }

    @Test func `the reason why something can't be imported is told, even if it isn't the file itself`() async throws {
        let contacts = try Binary.withOwnBook()
        let lines = (0..<20_000).map { "F\($0),L\($0),01/02/19\($0 % 90 + 10)\n" }
        try contacts.home.write("first_name,last_name,birthday\n" + lines.joined(), to: "x.csv")
        // No file may grow, as on a full disk; the output goes through a pipe.
        let limited = #"(trap '' XFSZ; ulimit -f 0; "$contacts" import --dry-run - 2>&1; echo "status $?") | cat"#
        let output = try await contacts.shell("cat \"$HOME/x.csv\" | \(limited)").output
        #expect(output.contains("temporary file") && output.contains("status 74"), "\(output)")
        let link = contacts.home.path("loop")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
        try await contacts.fail(66, "import", link, saying: "cannot be read: Too many levels of symbolic links.")
    }

    @Test func `the size is that of all files, through links too, and unknown for others`() throws {
        let folder = try TemporaryFolder()
        let (first, link) = (try folder.write(Data(count: 100), to: "a.vcf"), folder.path("b.vcf"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first)
        let files = try ImportFiles.find([folder.url.path])
        #expect(files.map(\.path) == [first, link])
        #expect(ImportFiles.size(of: files) == 200)
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        for path in [nil, folder.path("pipe"), folder.url.path, folder.path("gone")] {
            #expect(ImportFiles.size(of: [ImportFiles.File(name: "x", path: path)]) == nil)
        }
        #expect(ImportFiles.size(of: []) == 0)
    }
}

@Suite(.timeLimit(.minutes(20))) struct ReadAheadTests {
    @Test func `who waits is told at once that there will be none`() async {
        let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let numbers = ReadAhead<Int> {
            begun.signal()
            goesOn.wait()
            return 1
        }
        let waiting = Task.detached { await blocking { Result { try numbers.next() } } }
        await blocking { begun.wait() }
        numbers.stop()
        await #expect(throws: CancellationError.self) { try await waiting.value.get() }
        #expect(throws: CancellationError.self) { try numbers.next() }
        goesOn.signal()
    }
}
