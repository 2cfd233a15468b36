/// The bodies of requests, in forms that all known servers understand.
enum DAVBodies {
    private static let carddav = #"xmlns:c="urn:ietf:params:xml:ns:carddav""#

    /// Asks for properties.
    private static func propfind(_ properties: String) -> String {
        #"<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:" \#(carddav) xmlns:cs="http://calendarserver.org/ns/" xmlns:i="http://inf-it.com/ns/ab/" xmlns:r="http://radicale.org/ns/"><prop>\#(properties)</prop></propfind>"#
    }

    /// Who the account is, and whether the address is an address book itself.
    static let principal = propfind("<current-user-principal/><resourcetype/>")
    /// Where the account has its address books.
    static let home = propfind("<c:addressbook-home-set/>")
    /// What a collection is and can.
    ///
    /// Not its `sync-token`: beside `getctag` it costs a server such as Radicale another look at all cards. Without the tag
    /// it costs Radicale none.
    static func collection(withTag: Bool) -> String {
        propfind(
            """
            <resourcetype/><displayname/>\(withTag ? "<cs:getctag/>" : "")<supported-report-set/>\
            <current-user-privilege-set/><c:supported-address-data/><c:max-resource-size/><getlastmodified/><r:version/>
            """
        )
    }
    /// What is told of address books to choose from; nothing for which a server looks at their cards.
    static let books = propfind(
        """
        <resourcetype/><displayname/><current-user-privilege-set/><c:addressbook-description/><i:addressbook-color/>
        """
    )
    /// The token of a collection's present state.
    static let token = propfind("<sync-token/>")
    /// The items of a collection.
    static let items = propfind("<resourcetype/><getcontenttype/><getetag/>")
    /// The tag of one item.
    static let tag = propfind("<getetag/>")

    /// The tag and the size of one item.
    static let size = propfind("<getetag/><getcontentlength/>")

    /// What was changed since a token; an empty one asks for everything.
    ///
    /// No limit is sent: Xandikos cuts the list without saying so, and Nextcloud fails.
    static func changes(since token: String) -> String {
        #"<?xml version="1.0" encoding="utf-8"?><sync-collection xmlns="DAV:"><sync-token>\#(escaped(token))</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>"#
    }

    /// The content of several items.
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
