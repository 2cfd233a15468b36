import Bloc
import TestWatch
import Testing

@Suite(.watched) struct DepthTests {
    /// How a link of a chain passes a number to the next one.
    enum Link: CaseIterable {
        /// Its handler adds to a key.
        case key
        /// Its handler adds to a bloc.
        case bloc
        /// A subscriber of its states adds.
        case subscriber
        /// Its observer adds.
        case observer
        /// `forward` adds.
        case forward
    }

    private let manager = BlocManager()
    /// The handlers inside each other.
    private let nesting = OverlapCounter()

    private func key(_ number: Int) -> BlocKey<NumberBloc> { BlocKey("link", id: number) }

    /// A chain of blocs that publish a number and pass it on.
    private func chain(_ count: Int, _ link: Link, log: [Log<Int>]? = nil) -> (
        blocs: [NumberBloc], tokens: [BlocSubscription]
    ) {
        var blocs: [NumberBloc] = []
        var tokens: [BlocSubscription] = []
        for number in (0..<count).reversed() {
            let next = blocs.last
            let nextKey = next == nil ? nil : key(number + 1)
            let build: (inout BlocBuilder<NumberBloc>) -> Void = { [nesting] bloc in
                bloc.on { [weak next] event, emit in
                    nesting.enter()
                    defer { nesting.leave() }
                    log?[number].append(event)
                    emit(event)
                    if link == .key, let nextKey { emit.add(event, to: nextKey) }
                    if link == .bloc { next?.add(event) }
                }
                if link == .observer { bloc.onTransition { [weak next] in next?.add($0.next) } }
            }
            // A bloc finds keys in the manager that created it.
            let bloc = link == .key ? manager.bloc(for: key(number)) { NumberBloc(0, build) } : NumberBloc(0, build)
            if let next {
                if link == .subscriber { tokens.append(bloc.observe { [weak next] in next?.add($0) }) }
                if link == .forward { bloc.forward(to: next) { $0 } }
            }
            blocs.append(bloc)
        }
        return (blocs.reversed(), tokens)
    }

    @Test("G04 a message through 3,000 blocs fits a small stack, handled in add", arguments: Link.allCases)
    func chain(of link: Link) async {
        let (blocs, tokens) = chain(3_000, link)
        let handled = await onThread(stackSize: 512 * 1024) {
            blocs[0].add(7)
            return blocs.count { $0.state == 7 }
        }
        #expect(handled == 3_000)
        // Handlers nest: it is not that each event waits for the outermost one.
        #expect((2...32).contains(nesting.most), "\(nesting.most)")
        if link == .key || link == .bloc { #expect(nesting.most == 32) }
        withExtendedLifetime((blocs, tokens)) {}
    }

    @Test("G04 a change through 3,000 cubits fits a small stack")
    func cubits() async {
        var cubits: [NumberCubit] = []
        var tokens: [BlocSubscription] = []
        for _ in 0..<3_000 {
            let cubit = NumberCubit(0)
            if let next = cubits.last {
                tokens.append(cubit.observe { [weak next, nesting] state in nesting.count { next?.emit(state) } })
            }
            cubits.append(cubit)
        }
        let chain = cubits
        let changed = await onThread(stackSize: 512 * 1024) {
            chain[2_999].emit(7)
            return chain.count { $0.state == 7 }
        }
        #expect(changed == 3_000)
        #expect(nesting.most == 32)
        withExtendedLifetime(tokens) {}
    }

    @Test("G04 several messages through many blocs keep their order", arguments: Link.allCases)
    func order(of link: Link) async {
        let logs = (0..<200).map { _ in Log<Int>() }
        let (blocs, tokens) = chain(200, link, log: logs)
        let first = blocs[0]
        let burst = NumberBloc(0) { bloc in
            bloc.on { event, _ in for number in 1...event { first.add(number) } }
        }
        await onThread { _ = burst.add(5) }
        for log in logs { #expect(log.entries == [1, 2, 3, 4, 5]) }
        withExtendedLifetime((blocs, tokens)) {}
    }
}
