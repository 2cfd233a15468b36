/// Makes diagnostics from the problems that an evaluator found.
struct EvaluationReporter {
    let table: AssignmentTable
    let files: [SourceFile]

    func diagnostics(of evaluator: Evaluator) -> [ConfigDiagnostic] {
        var diagnostics = evaluator.issues.map { node, issue in
            diagnostic(issue.severity, node: node, offset: issue.offset, issue.message, hint: issue.hint)
        }
        diagnostics += evaluator.unresolved.map { node, offset, name in
            diagnostic(
                .warning,
                node: node,
                offset: offset,
                "'$\(name)' refers to a key that is not set and is kept as text",
                hint: "write $(\(name)) for a value that may be missing, $$ for a dollar sign"
            )
        }
        diagnostics += evaluator.failures.map { failure in
            let name = table.nodes[Int(failure.node)].assignment.name
            return diagnostic(
                .error,
                node: failure.node,
                offset: 0,
                message(for: failure.reason, key: name),
                hint: "look for keys that refer to one another or to the same key many times"
            )
        }
        return diagnostics
    }

    private func message(for reason: EvaluationFailure.Reason, key: String) -> String {
        switch reason {
        case .valueTooLong(let limit): "the value of '\(key)' has more than \(limit) bytes"
        case .budgetSpent: "resolving the values takes too much work; stopped at '\(key)'"
        }
    }

    private func diagnostic(
        _ severity: ConfigDiagnostic.Severity,
        node: Int32,
        offset: Int,
        _ message: String,
        hint: String
    ) -> ConfigDiagnostic {
        let node = table.nodes[Int(node)]
        let position = node.assignment.position(ofOffset: offset)
        return ConfigDiagnostic(severity, file: files[node.file].name, at: position, message, hint: hint)
    }
}
