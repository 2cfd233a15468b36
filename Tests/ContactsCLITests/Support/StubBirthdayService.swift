import Services

/// A birthday service that answers with what the test says.
struct StubBirthdayService: BirthdayService {
    let answer: @Sendable (BirthdayRequest) async throws -> BirthdayList

    func birthdays(_ request: BirthdayRequest) async throws -> BirthdayList { try await answer(request) }
}
