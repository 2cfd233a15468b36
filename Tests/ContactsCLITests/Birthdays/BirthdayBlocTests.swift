import Bloc
import BlocKit
import Repository
import RepositoryDoubles
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct BirthdayBlocTests {
    private static let request = BirthdayRequest(today: "2026-11-21", days: 7, policy: .cacheOnly)

    @Test func `requested asks the service and shows what it found`() async throws {
        let list = BirthdayList(
            birthdays: [
                ContactBirthday(
                    id: Contact.complete.id,
                    name: Contact.complete.displayName,
                    birthday: "1984-11-22",
                    next: "2026-11-22",
                    days: 1,
                    age: 42
                )
            ]
        )
        let bloc = BirthdayBloc(
            service: StubBirthdayService { request in
                #expect(request == Self.request)
                return list
            }
        )
        #expect(try await bloc.content(of: .requested(Self.request)) == list)
        #expect(bloc.state == .hasData(list))
        await bloc.close()
    }

    @Test func `a failure of the service is shown and thrown`() async throws {
        let failure = RepositoryError(.databaseBusy, "Another program is writing.")
        let bloc = BirthdayBloc(service: StubBirthdayService { _ in throw failure })
        await #expect(throws: failure) { try await bloc.content(of: .requested(Self.request)) }
        #expect(bloc.state == .error(failure))
        await bloc.close()
    }
}
