/// One line of a file that says something, continued lines counted as one.
enum ConfigStatement: Sendable {
    case assignment(ConfigAssignment)
    case include(IncludeDirective)
}
