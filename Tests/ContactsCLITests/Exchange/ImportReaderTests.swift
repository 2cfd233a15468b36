import Foundation
import Primitives
import Repository
import Synchronization
import Testing

@testable import ContactsCLI
@testable import Exchange

@Suite struct ImportReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(
        _ paths: String...,
        dates: DateOrder? = nil,
        format: ExchangeFormat? = nil
    ) throws -> (contacts: [Contact], report: ImportReport) {
        let files = try ImportFiles.find(paths)
        let reader = ImportReader(ImportRequest(files: files, format: format, duplicates: .update, dates: dates))
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
    private static let manyRows = String(repeating: "Ada,03/04/1980,\(noteText)\n", count: 1_000)
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
        #expect(contacts.count == 1_001)
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
        #expect(contacts.count == 1_001)
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
                "\(good):4: the line has 3 fields, but there are 2 columns", "\(other):1: the value is no contact",
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
