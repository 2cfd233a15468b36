import Bloc
import BlocKit
import Repository
import Services
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct DoctorBlocTests {
    private struct StubHealthService: HealthService {
        let result: Result<[HealthFinding], RepositoryError>

        func examine(_ request: HealthRequest) async throws -> [HealthFinding] { try result.get() }
    }

    @Test func `what the service finds is shown`() async throws {
        let finding = HealthFinding(.space, .warning, "Little.", advice: "Make room.")
        let bloc = DoctorBloc(service: StubHealthService(result: .success([finding])))
        #expect(try await bloc.content(of: .requested(HealthRequest())) == [finding])
        await bloc.close()
    }

    @Test func `a failure is shown`() async {
        let error = RepositoryError(.inputOutput, "The disk is gone.")
        let bloc = DoctorBloc(service: StubHealthService(result: .failure(error)))
        await #expect(throws: error) { try await bloc.content(of: .requested(HealthRequest())) }
        #expect(bloc.state == .error(error))
        await bloc.close()
    }

    private static let worst: [([HealthCheck], Int32)] = [
        ([], 0), ([.api], 1), ([.api, .database], 65), ([.configuration, .database], 78),
    ]

    @Test(arguments: worst)
    func `the exit status tells the worst`(problems: [HealthCheck], status: Int32) {
        let findings = problems.map { HealthFinding($0, .problem, "") } + [HealthFinding(.clock, .warning, "")]
        #expect(DoctorCommand.status(of: findings).rawValue == status)
    }
}
