import ArgumentParser

/// What a user may type to name one contact.
enum ContactSelection {
    /// Refuses text that would fit every contact or none, before anything is opened.
    static func validate(_ text: String) throws {
        if text.allSatisfy(\.isWhitespace) {
            throw ValidationError("The identifier is empty. Give one, or its beginning; 'contacts list' shows them.")
        }
    }
}
