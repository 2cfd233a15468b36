/// A compiled value: the steps of a stack machine that build it.
///
/// All ranges refer to the arrays of the ``ExpressionParser``, which all expressions share.
struct Expression: Sendable {
    /// The key that a reference is about.
    enum Target: Sendable {
        /// A key of the table, by its number.
        case key(Int)
        /// `inherited` and `value`: the key that is being evaluated.
        case inherited
        /// A key without assignments.
        case unknown
    }

    /// A reference to a key.
    struct Reference: Sendable {
        /// The key; unknown while the name has references of its own.
        var target: Target
        /// The name as a range of the source, without brackets.
        var name: Range<Int>
        /// Whether the value is a string even within a list, as in quotation marks.
        var isString: Bool
        /// Whether an unknown key leaves the reference as text, as for `$NAME`.
        var isKeptWhenUnknown: Bool
    }

    enum Step: Sendable {
        /// Appends text.
        case literal(Range<Int>)
        /// Appends text to a string, nothing to a list: blanks, quotation marks, backslashes.
        case stringOnly(Range<Int>)
        /// Appends blanks to a string, begins a new element of a list.
        case separator(Range<Int>)
        /// Appends the value of a key.
        case reference(Reference)
        /// Pushes an empty text.
        case begin
        /// Pops the name of a key and appends the value of that key to the text below.
        case computedReference(Reference)
        /// Pops a text and appends it to the text below.
        case merge
        /// Pops a text.
        case discard
        /// Applies an operator to each element of the top text.
        case retrieve(RetrievalOperator)
        /// Pops an operand and applies an operator with it to each element of the text below.
        case replace(ReplacementOperator)
    }

    /// The value as written.
    var source: Range<Int>
    /// The steps that build the list and the string.
    var steps: Range<Int>
    /// Whether the string is the value as written.
    var isLiteral: Bool
}
