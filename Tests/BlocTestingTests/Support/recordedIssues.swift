import Bloc
import Testing

@testable import BlocTesting

/// The issues that `body` records, none of which reaches the test that calls this.
///
/// A test of the harness needs it: there a failure is what is expected, and what it says is checked.
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
    /// What the issue says.
    var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
