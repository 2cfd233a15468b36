/// The bodies of requests, in forms that all known servers understand.
enum DAVBodies {
    private static let carddav = #"xmlns:c="urn:ietf:params:xml:ns:carddav""#

    private static func propfind(_ properties: String) -> String {
        #"<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:" \#(carddav) xmlns:cs="http://calendarserver.org/ns/"><prop>\#(properties)</prop></propfind>"#
    }

    /// Requests the principal of the account, and whether the address is itself an address book.
    static let principal = propfind("<current-user-principal/><resourcetype/>")
    /// Requests the home of the account's address books.
    static let home = propfind("<c:addressbook-home-set/>")
    /// Requests the kind and the capabilities of a collection.
    ///
    /// Without its `sync-token`: with `getctag` it makes a server such as Radicale read all cards a second time.
    static let collection = propfind(
        """
        <resourcetype/><displayname/><cs:getctag/><supported-report-set/><current-user-privilege-set/>\
        <c:supported-address-data/>
        """
    )
    /// Requests what is shown of address books to choose from; nothing that makes a server read their cards.
    static let books = propfind("<resourcetype/><displayname/>")
    /// Requests the token of a collection's current state.
    static let token = propfind("<sync-token/>")
    static let items = propfind("<resourcetype/><getcontenttype/><getetag/>")
    static let tag = propfind("<getetag/>")

    /// Returns a request for the changes since a token; an empty one requests everything.
    ///
    /// Sends no limit: Xandikos would truncate the list without saying so, and Nextcloud would fail.
    static func changes(since token: String) -> String {
        #"<?xml version="1.0" encoding="utf-8"?><sync-collection xmlns="DAV:"><sync-token>\#(escaped(token))</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>"#
    }

    /// Returns a request for the contents of several items.
    static func multiget(_ hrefs: some Sequence<String>, version4: Bool) -> String {
        let data = version4 ? #"<c:address-data content-type="text/vcard" version="4.0"/>"# : "<c:address-data/>"
        let names = hrefs.map { "<href>\(escaped($0))</href>" }.joined()
        return
            #"<?xml version="1.0" encoding="utf-8"?><c:addressbook-multiget xmlns="DAV:" \#(carddav)><prop><getetag/>\#(data)</prop>\#(names)</c:addressbook-multiget>"#
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\r": escaped += "&#13;"
            default:
                if scalar.value >= 0x20 || scalar == "\t" || scalar == "\n" { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
