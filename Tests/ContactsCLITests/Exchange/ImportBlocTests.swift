import Bloc
import BlocKit
import Foundation
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ImportBlocTests {
    private struct Importing: ImportService {
        func importContacts(
            title: String,
            duplicates: DuplicateRule,
            next: @escaping @Sendable () throws -> [ImportedContact]?
        ) async throws -> ImportSummary {
            #expect(title == "import")
            var summary = ImportSummary()
            while let batch = try next() { summary.added += batch.count }
            return summary
        }
    }

    private func bloc(stored: Int = 0) -> ImportBloc {
        let list = RecordingListService { call, _ in PagedPeople(count: stored).page(of: call.query) }
        return ImportBloc(service: Importing(), list: list, manager: BlocManager())
    }

    private func request(_ folder: TemporaryFolder, _ text: String) throws -> ImportRequest {
        let url = folder.url.appending(path: "a.csv")
        try Data(text.utf8).write(to: url)
        return ImportRequest(files: [ImportFiles.File(name: "a.csv", path: url.path)], duplicates: .update)
    }

    @Test func `requested stores what is read, previewed only reads`() async throws {
        let folder = try TemporaryFolder()
        let bloc = bloc()
        let request = try request(folder, "name\nAda\nEve\n")
        guard case .finished(let summary, let report)? = try await bloc.answer(to: .requested(request)).get() else {
            Issue.record("not finished")
            return
        }
        #expect(summary.added == 2)
        #expect(report.contacts == 2)
        guard case .previewed(let read, let preview)? = try await bloc.answer(to: .previewed(request)).get() else {
            Issue.record("not previewed")
            return
        }
        #expect(read == report)
        #expect(preview.text == "Would add 2 contacts: Ada, Eve.")
        await bloc.close()
    }

    @Test func `a file that needs a word of the user is a failure with its status`() async throws {
        let folder = try TemporaryFolder()
        let bloc = bloc()
        let request = try request(folder, "name,birthday\nAda,3/4/1980\n")
        await #expect { try await bloc.answer(to: .requested(request)).get() } throws: { error in
            guard case .file(.usage, let message)? = error as? ImportFailure else { return false }
            return message.contains("--dates")
        }
        await bloc.close()
    }
}
