import Bloc
import Repository

/// Drives a list bloc from page to page and hands each over as it comes; the next is read meanwhile.
struct ListReading {
    /// The bloc that reads.
    let bloc: ContactListBloc
    /// What the pages have to say.
    private(set) var report: NoticeReport

    init(bloc: ContactListBloc, messages: MessagePrinter) {
        self.bloc = bloc
        report = NoticeReport(messages: messages)
    }

    /// Reads to the end.
    ///
    /// - Returns: How many contacts there were.
    /// - Throws: Why the pages could not be read, and what `page` throws.
    mutating func run(_ request: ContactListRequest, page show: ([Contact]) throws -> Void) async throws -> Int {
        var shown = 0
        bloc.add(.started(request))
        for await state in bloc.states {
            switch state.phase {
            case .initial, .loading:
                continue
            case .data(let page):
                guard page.number > shown else { continue }
                shown = page.number
                report.tell(state.notices)
                // Asked for before this page is printed, so that the next is read meanwhile; never more than one ahead.
                if page.next != nil { bloc.add(.nextPageRequested) }
                try show(page.contacts)
                guard page.next == nil else { continue }
                return page.total
            case .empty:
                report.tell(state.notices)
                return 0
            case .failure(let error):
                throw error
            }
        }
        throw CancellationError()
    }
}
