import Bloc
import BlocKit
import Repository

/// Reads a list page by page and hands each over as it comes; the next is read meanwhile.
struct ListReading {
    /// The bloc that reads.
    let bloc: ContactListBloc
    /// The notices of the pages.
    private(set) var report: NoticeReport

    init(bloc: ContactListBloc, messages: MessagePrinter) {
        self.bloc = bloc
        report = NoticeReport(messages: messages)
    }

    /// Reads to the end.
    ///
    /// - Parameters:
    ///   - request: Which contacts are listed.
    ///   - show: Takes the list after each page; not called when there are no contacts.
    /// - Returns: How many contacts there were.
    /// - Throws: Why a page could not be read, and what `show` throws.
    mutating func run(_ request: ContactListRequest, page show: (ContactListState) throws -> Void) async throws -> Int {
        var answer = bloc.ask(.started(request))
        while true {
            let list = try await answer.page()
            report.tell(list.info?.notices ?? [])
            if list.content == .noData { return 0 }
            // Asked for before this page is printed, so that the next is read meanwhile; never more than one ahead.
            if !list.isComplete { answer = bloc.ask(.nextPageRequested) }
            try show(list)
            if list.isComplete { return list.itemCount }
        }
    }
}
