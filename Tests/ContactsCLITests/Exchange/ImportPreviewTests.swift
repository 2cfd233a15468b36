import Repository
import RepositoryDoubles
import Testing

@testable import ContactsCLI

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

    @Test func `a trial hears what the store does`() {
        let trial = ImportTrial()
        trial.add([ImportedContact(.complete)])
        #expect(trial.observed([ImportedContact(.complete)]).map(\.contact) == [.complete])
        #expect(trial.preview.added == 1)
    }
}
