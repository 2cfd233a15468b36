import Foundation
import Primitives
import Repository
import RepositoryDoubles
import Synchronization
import Testing

@testable import ContactsCLI
@testable import Exchange

struct ImportCommandTests {
    /// In the built program: a test has more of Foundation than the program, and more encodings.
    @Test func `text of old programs is read in the program, whatever its encoding`() async throws {
        let contacts = try Binary.withOwnBook()
        let western = try contacts.home.write(
            Array("first name,last name\nJ".utf8) + [0xF6, 0x72, 0x67, 0x2C, 0x80, 0x0A],
            to: "w.csv"
        )
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
        let mail = "printf 'From: =?koi8-r?B?6dfBzg==?= <ivan@example.ru>\\n\\nx\\n' | \"$contacts\" add-email"
        #expect(try await contacts.shell(mail).status == 0)
        let names = try await contacts.run("list", "--fields", "first,last").lines.sorted()
        #expect(names == ["Jörg\t€", "Иван\tПетров", "Иван\t", "太郎\t山田"].sorted(), "\(names)")
    }

    @Test func `a file of another program comes in with all it has, and what is odd is told`() async throws {
        let contacts = try Binary.withOwnBook()
        let text =
            "Vorname;Nachname;Handy;Geburtstag;Schuhgröße\nJörg;Müller;'+49 30;0.0.00;44\nEva;Ott;030;31.02.1980;\n"
        let path = try contacts.home.write(text.unicodeScalars.map { UInt8($0.value) }, to: "people.csv")
        let result = try await contacts.run("import", path)
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.messages.contains("it was read as Windows text."))
        #expect(result.messages.contains("“Schuhgröße”"))
        #expect(result.messages.contains("“31.02.1980”"))
        #expect(result.messages.hasSuffix("contacts: Imported 2 contacts: 2 added.\n"))
        let card = try await contacts.run("export", "Müller").output
        #expect(card.contains("TYPE=cell:+49 30"))
        #expect(card.contains("X-SCHUHGROSSE:44"))
        #expect(!card.contains("BDAY"))
        let other = try await contacts.run("export", "Ott").output
        #expect(other.contains("NOTE:Geburtstag: 31.02.1980"))
        #expect(!other.contains("BDAY"))
    }

    @Test func `a card that comes again keeps what only the contact here has`() async throws {
        let contacts = try Binary.withOwnBook()
        func card(_ lines: String...) -> String {
            (["BEGIN:VCARD", "VERSION:3.0", "UID:ada", "FN:Ada Lovelace"] + lines + ["END:VCARD", ""]).joined(
                separator: "\r\n"
            )
        }
        let first = card(
            "BDAY;X-SOURCE=church:1815-12-10",
            "X-SHOE:44",
            "item1.URL:https://a.example",
            "item1.X-ABLabel:Blog"
        )
        let again = card("BDAY:1815-12-11", "X-HAT:7")
        for text in [first, again] {
            try await contacts.succeed("import", contacts.home.write(text, to: "ada.vcf"))
        }
        let lines = try await contacts.run("export", "ada").output
        for kept in ["X-SHOE:44", "X-HAT:7", "X-ABLabel:Blog", "https://a.example", "BDAY:18151211"] {
            #expect(lines.contains(kept), "\(kept) in \(lines)")
        }
        #expect(!lines.contains("18151210") && !lines.contains("1815-12-10"))
    }

    @Test func `nothing is imported when a date, a name or a mapping is in doubt, and errors are text`() async throws {
        let contacts = try Binary.withOwnBook()
        let path = try contacts.home.write("name,birthday\nAda,3/4/1980\n", to: "people.csv")
        try await contacts.fail(64, "import", path, saying: "--dates")
        #expect(try await contacts.run("import", path, "--map", "name=shoe", "--dates", "dmy").status == 64)
        try await contacts.fail(64, "import", contacts.home.write("BEGIN:VCARD\n", to: "a.pdf"), saying: "mutt-alias")
        let json = try await contacts.fail(65, "import", "--format", "json", path)
        #expect(json.messages.hasPrefix(path))
        #expect(!json.messages.contains("{\"error\""))
        #expect(!FileManager.default.fileExists(atPath: contacts.database().path))
        try await contacts.succeed("import", path, "--map", "name=last", "--map", "birthday=note", "--dates", "dmy")
        #expect(try await contacts.run("list", "--fields", "last,note").lines == ["Ada\t3/4/1980"])
    }
}

@Suite struct ImportPreviewTests {
    @Test func `who would be added and changed is named, the first of many`() {
        var preview = ImportPreview()
        for number in 0..<12 { preview.add(.added, .numbered(number)) }
        var changed = Contact.complete
        changed.email = "new@example.com"
        changed.note = "n"
        preview.add(.updated(from: .complete, to: changed), changed)
        preview.add(.unchanged, .complete)
        preview.add(.skipped, .complete)
        #expect(preview.text.hasPrefix("Would add 12 contacts: First 0 Last 0, First 1 Last 1, "))
        #expect(
            preview.text.contains("First 9 Last 9, and 2 more. Would update 1 contact: Zoë D'Argent (e-mail, note).")
        )
        #expect(preview.text.hasSuffix(" 2 contacts would stay as they are."))
    }
}

struct ImportFilesTests {
    @Test func `the size is that of all files, through links too`() throws {
        let folder = try TemporaryFolder()
        let (first, link) = (try folder.write(Data(count: 100), to: "a.vcf"), folder.path("b.vcf"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first)
        let files = try ImportFiles.find([folder.url.path])
        #expect(files.map(\.path) == [first, link])
        #expect(ImportFiles.size(of: files) == 200)
    }

    @Test func `the vCards of a folder are those with one of the two endings, in any case`() throws {
        let folder = try TemporaryFolder()
        for name in ["a.vcf", "b.vcard", "c.VCF", "d.csv", "vcf"] { try folder.write("x", to: name) }
        let files = try ImportFiles.find([folder.url.path + "/"])
        #expect(files.map(\.name) == ["a.vcf", "b.vcard", "c.VCF"].map { folder.url.path + "/" + $0 })
    }

    @Test func `standard input, pipes, folders and what is gone have no size`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.url.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [nil, pipe, folder.url.path, folder.url.path + "/gone"] {
            #expect(ImportFiles.size(of: [ImportFiles.File(name: "x", path: path)]) == nil)
        }
        #expect(ImportFiles.size(of: []) == 0)
    }
}

@Suite struct ImportReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(
        _ paths: String...,
        dates: DateOrder? = nil
    ) throws -> (contacts: [Contact], report: ImportReport) {
        let files = try ImportFiles.find(paths)
        let reader = ImportReader(ImportRequest(files: files, format: nil, duplicates: .update, dates: dates))
        var contacts: [Contact] = []
        while let batch = try reader.next() { contacts += batch.contacts.map(\.contact) }
        return (contacts, reader.report)
    }

    @Test func `encodings are found and told`() throws {
        let text = "first_name,city\nJörg,Zürich\n"
        let wide: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let narrow = text.unicodeScalars.map { UInt8($0.value) }
        for (bytes, word) in [(wide, "UTF-16"), (Array(wide.dropFirst(2)), "UTF-16"), (narrow, "Windows text")] {
            let (contacts, report) = try read(folder.write(bytes, to: "a.csv"))
            #expect(contacts.map(\.name.first) == ["Jörg"])
            #expect(contacts.first?.address.city == "Zürich")
            #expect(report.encodings.count == 1)
            #expect(report.encodings.first?.contains(word) == true, "\(report.encodings)")
        }
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jörg\r\nN:;Jörg;;;\r\nEND:VCARD\r\n"
        let cards = try read(
            folder.write(card.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }, to: "a.vcf")
        )
        #expect(cards.contacts.map(\.name.first) == ["Jörg"])
        let old = try read(folder.write(card.unicodeScalars.map { UInt8($0.value) }, to: "b.vcf"))
        #expect(old.contacts.map(\.name.first) == ["Jörg"])
        #expect(old.report.encodings.count == 1)
        #expect(try read(folder.write(text, to: "b.csv")).report.encodings.isEmpty)
    }

    /// More bytes than are read at once.
    private static let manyRows = String(repeating: "Ada,03/04/1980,\(noteText)\n", count: 650)
    private static let noteText = String(repeating: "n", count: 400)

    @Test func `dates without a decision are asked for before anything is given`() throws {
        let path = try folder.write("name,birthday\nAda,03/04/1980\nEve,05/06/1981\n", to: "a.csv")
        let failure = #expect(throws: Failure.self) { try read(path) }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains("--dates: dmy (day, month, year), mdy (month, day, year).") == true)
        #expect(failure?.message.contains("a.csv:2: ") == true)
        #expect(try read(path, dates: .mdy).contacts.map(\.birthday) == ["1980-03-04", "1981-05-06"])
        // The date that decides may be far behind.
        let long = try folder.write("name,birthday,note\n" + Self.manyRows + "Eve,31/12/1980,\n", to: "b.csv")
        let contacts = try read(long).contacts
        #expect(contacts.count == 651)
        #expect(contacts.first?.birthday == "1980-04-03")
    }

    @Test func `a pipe is looked through like a file`() throws {
        let path = folder.url.appending(path: "pipe").path
        #expect(mkfifo(path, 0o600) == 0)
        let text = "name,birthday,note\n" + Self.manyRows + "Eve,31/12/1980,\n"
        // Not a task: opening either end waits for the other one.
        Thread.detachNewThread {
            guard let handle = try? FileHandle(forWritingTo: URL(filePath: path)) else { return }
            try? handle.write(contentsOf: Data(text.utf8))
            try? handle.close()
        }
        let contacts = try read(path).contacts
        #expect(contacts.count == 651)
        #expect(contacts.first?.birthday == "1980-04-03")
    }

    @Test func `good and bad parts of several files are told by file and line`() throws {
        let good = try folder.write("name,email\nAda,a@b.c\n,\n\"x\",y,z\n", to: "a.csv")
        let other = try folder.write("[{\"name\":{\"first\":\"Eve\"}},{}]", to: "b.json")
        let (contacts, report) = try read(good, other)
        #expect(contacts.map(\.name.first) == ["Ada", "Eve"])
        #expect(report.contacts == 2)
        #expect(report.problemCount == 2)
        #expect(
            report.problems.map(\.text) == [
                "\(good):4: the line has 3 fields, but there are 2 columns", "\(other):1: the value isn't a contact",
            ]
        )
    }

    @Test func `what no content tells is bad data, and what a name tells another kind of file is refused`() throws {
        let unknown = #expect(throws: Failure.self) { try read(folder.write("hello\n", to: "a.txt")) }
        #expect(unknown?.status == .badData)
        let refused = try #require(
            #expect(throws: ExchangeError.self) { try read(folder.write("BEGIN:VCARD\n", to: "a.pdf")) }
        )
        #expect(Failure(refused).status == .usage)
        #expect(try read(folder.write("", to: "empty.txt")).contacts.isEmpty)
        #expect(try read(folder.write("name\tphone\nAda\t1\n", to: "b.txt")).contacts.count == 1)
    }
}

@Suite(.timeLimit(.minutes(20))) struct ReadAheadTests {
    private struct Broken: Error {}

    @Test func `all come in their order, and an error in its place`() throws {
        let left = Mutex(Array((1...100).reversed()))
        let numbers = ReadAhead<Int> {
            guard let number = left.withLock({ $0.popLast() }) else { throw Broken() }
            return number
        }
        for number in 1...100 { #expect(try numbers.next() == number) }
        #expect(throws: Broken.self) { try numbers.next() }
    }

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
