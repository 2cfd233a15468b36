/// The list in `no_proxy`: hosts, domains, addresses and networks that are reached without a proxy.
struct ProxyExemptions: Equatable, Sendable {
    private let entries: [String]

    /// Takes what the variable says, separated by commas or blanks; a `*` is everything.
    ///
    /// There are names, domains (with or without a leading dot), IP addresses and networks (`10.0.0.0/8`), each but the
    /// last with a port where only that is meant.
    init(_ list: String) {
        entries = list.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init)
    }

    /// Whether the host is reached without a proxy.
    func contain(host: String, port: Int) -> Bool {
        let host = Self.bare(host.lowercased())
        let address = IPAddress(host)
        return entries.contains { entry in
            if entry == "*" { return true }
            if let address, let network = IPNetwork(entry) { return network.contains(address) }
            let (name, wanted) = Self.parted(entry)
            guard wanted == nil || wanted == port else { return false }
            if let address { return IPAddress(name) == address }
            return !name.isEmpty && (host == name || host.hasSuffix("." + name))
        }
    }

    /// The name of an entry without a leading dot, and its port.
    private static func parted(_ entry: String) -> (name: String, port: Int?) {
        var name = entry[...]
        var port: Int?
        // More than one colon is an IPv6 address, which has a port only behind a bracket.
        if let colon = name.lastIndex(of: ":"), name.hasPrefix("[") || name.firstIndex(of: ":") == colon,
            let number = Int(name[name.index(after: colon)...])
        {
            port = number
            name = name[..<colon]
        }
        return (bare(String(name.drop { $0 == "." })), port)
    }

    private static func bare(_ host: String) -> String {
        var host = host[...]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        if host.hasSuffix(".") { host = host.dropLast() }
        return String(host)
    }
}
