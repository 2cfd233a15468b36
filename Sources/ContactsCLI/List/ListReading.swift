import Bloc
import BlocKit
import Repository

/// Reads a list page by page and hands each over as it comes; the next is read meanwhile.
struct ListReading {
    let bloc: ContactListBloc
    private(set) var report: NoticeReport

    init(bloc: ContactListBloc, messages: MessagePrinter) {
        self.bloc = bloc
        report = NoticeReport(messages: messages)
    }

    /// Reads to the end, and returns the number of contacts.
    ///
    /// Each page is shown with the identifiers of the books and with the list so far; `show` isn't called
    /// without contacts.
    /// - Throws: Why a page could not be read, and what `show` throws.
    mutating func run(
        _ request: ContactListRequest,
        page show: ([Contact], ContactListState) throws -> Void
    ) async throws -> Int {
        @Injected(\.app) var app
        var list = try await bloc.answer(to: .started(request)).loaded()
        report.tell(list.info?.notices ?? [])
        if list.content == .noData { return 0 }
        while !list.isComplete {
            // Read while this page is printed; never more than one ahead.
            async let next = bloc.answer(to: .nextPageRequested)
            try show(app.apart(list.items), list)
            list = try await next.loaded()
            report.tell(list.info?.notices ?? [])
        }
        try show(app.apart(list.items), list)
        return list.itemCount
    }
}
