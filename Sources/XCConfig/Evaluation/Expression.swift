/// A value made ready to be evaluated: the steps that put it together.
///
/// All ranges are in the arrays of the ``ExpressionParser``, which are shared by all expressions.
struct Expression: Sendable {
    /// How a key is referred to.
    struct Reference: Sendable {
        /// The key, or one of the special numbers of ``KeyNumber``.
        var key: Int32
        /// The name as written, as range of the source: that of `$(NAME)` without its brackets.
        var name: Range<Int32>
        /// Whether the value is read as a string although a list is asked for, as in quotation marks.
        var isString: Bool
        /// Whether `$NAME` is kept as it is written when there is no such key.
        var isKeptWhenUnknown: Bool
    }

    enum Step: Sendable {
        /// Adds text.
        case literal(Range<Int32>)
        /// Adds text to a string, nothing to a list: blanks, quotation marks, backslashes.
        case stringOnly(Range<Int32>)
        /// Adds blanks to a string, begins a new element in a list.
        case separator(Range<Int32>)
        /// Adds the value of a key.
        case reference(Reference)
        /// Puts a new text on the stack.
        case begin
        /// Takes the top text, which is the name of a key, and adds that key's value to the text below.
        case computedReference(Reference)
        /// Takes the top text and adds it to the text below.
        case merge
        /// Takes the top text away.
        case discard
        /// Applies an operator to each element of the top text.
        case retrieve(RetrievalOperator)
        /// Takes the top text as operand and applies an operator to each element of the text below.
        case replace(ReplacementOperator)
    }

    /// The value as written.
    var source: Range<Int32>
    /// The steps that make the list.
    var listSteps: Range<Int32>
    /// The steps that make the string: fewer, since blanks and words are one text.
    var stringSteps: Range<Int32>
    /// Whether the string is the value as it is written.
    var isLiteral: Bool
}
