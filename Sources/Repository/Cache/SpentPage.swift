import Synchronization

/// A page that is stored, until its memory is given back.
///
/// To give back the texts of 5,000 people takes as long as to store some hundred of them. So who asks for the next page
/// does it, while the store is busy with the one between.
final class SpentPage: Sendable {
    private let page = Mutex<RemotePage?>(nil)

    /// Keeps the page.
    func put(_ new: RemotePage?) {
        page.withLock { $0 = new }
    }

    /// Gives the memory of the page back.
    func discard() {
        let old = page.withLock { $0.take() }
        withExtendedLifetime(old) {}
    }
}
