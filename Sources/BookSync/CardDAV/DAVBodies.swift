/// Request bodies, in forms that all known servers understand.
enum DAVBodies {
    private static let carddav = #"xmlns:c="urn:ietf:params:xml:ns:carddav""#

    private static func propfind(_ properties: String) -> String {
        #"<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:" \#(carddav) xmlns:cs="http://calendarserver.org/ns/"><prop>\#(properties)</prop></propfind>"#
    }

    /// Requests the account's principal and the resource type, in case the URL is itself an address book.
    static let principal = propfind("<current-user-principal/><resourcetype/>")
    /// Requests the account's address book home.
    static let home = propfind("<c:addressbook-home-set/>")
    /// Requests a collection's type and capabilities.
    ///
    /// Doesn't include `sync-token`: combined with `getctag`, it makes servers such as Radicale read all cards twice.
    static let collection = propfind(
        """
        <resourcetype/><displayname/><cs:getctag/><supported-report-set/><current-user-privilege-set/>\
        <c:supported-address-data/>
        """
    )
    /// Requests the properties shown in a choice of address books; none of them makes a server read the cards.
    static let books = propfind("<resourcetype/><displayname/>")
    /// Requests the token of the collection's current state.
    static let token = propfind("<sync-token/>")
    static let items = propfind("<resourcetype/><getcontenttype/><getetag/>")
    static let tag = propfind("<getetag/>")

    /// Returns a request for the changes since a token; an empty token requests everything.
    ///
    /// Doesn't set a limit: Xandikos would truncate the list without saying so, and Nextcloud would fail.
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
