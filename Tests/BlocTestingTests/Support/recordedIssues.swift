import Bloc
import Testing

@testable import BlocTesting

/// Returns the issues that `body` records, and keeps them from failing the test.
///
/// Tests of the harness expect failures and check their messages.
func recordedIssues(in body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
    let recorded = Awaitable<[Issue]>([])
    let capturing = IssueHandlingTrait.compactMapIssues { issue in
        recorded.change { $0.append(issue) }
        return nil
    }
    let test = try #require(Test.current)
    try await capturing.provideScope(for: test, testCase: .current, performing: body)
    return recorded.value
}

extension Issue {
    /// The text of the issue.
    var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
