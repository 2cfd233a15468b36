import Foundation
import Repository

/// Reads a contact as `list --format json` prints it, or with fewer keys.
struct ContactFromJSON {
    private let object: [String: Any]

    /// The contact; `nil` when the bytes are no object.
    static func contact(_ bytes: [UInt8]) -> Contact? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else { return nil }
        return ContactFromJSON(object: object).contact()
    }

    private func contact() -> Contact? {
        let name = part("name")
        var contact = Contact(
            id: ContactID(rawValue: text("id") ?? ""),
            name: PersonName(
                title: name.text("title"),
                first: name.text("first"),
                middle: name.text("middle"),
                last: name.text("last"),
                suffix: name.text("suffix"),
                formatted: name.text("formatted")
            ),
            gender: text("gender"),
            birthday: text("birthday"),
            nationality: text("nationality"),
            registered: text("registered"),
            origin: .local
        )
        contact.emails = values("emails")
        if object["emails"] == nil { contact.email = text("email") }
        contact.phones = values("phones")
        if object["phones"] == nil {
            contact.phone = text("phone")
            contact.cell = text("cell")
        }
        contact.addresses = parts("addresses").compactMap { entry in
            ContactAddress(
                entry.part("value").address,
                types: entry.texts("types"),
                isPreferred: entry.object["preferred"] as? Bool ?? false
            )
        }
        if object["addresses"] == nil { contact.address = part("address").address }
        let picture = part("picture")
        contact.picture = PictureLinks(
            large: picture.text("large"),
            medium: picture.text("medium"),
            thumbnail: picture.text("thumbnail")
        )
        contact.organization = text("organization")
        contact.organizationUnits = texts("units")
        contact.jobTitle = text("jobTitle")
        contact.role = text("role")
        contact.note = text("note")
        contact.uid = text("uid")
        contact.nickname = text("nickname")
        contact.urls = texts("urls")
        contact.anniversary = text("anniversary")
        contact.categories = texts("categories")
        contact.isFavorite = object["favorite"] as? Bool ?? false
        contact.photo = photo()
        contact.lines = texts("lines")
        return contact.isNobody ? nil : contact
    }

    private func photo() -> ContactPhoto? {
        let photo = part("photo")
        if let uri = photo.text("uri") { return .uri(uri) }
        return photo.text("data").map { .data(mediaType: photo.text("mediaType"), base64: $0) }
    }

    private var address: PostalAddress {
        PostalAddress(
            street: text("street"),
            city: text("city"),
            state: text("state"),
            postcode: text("postcode"),
            country: text("country"),
            poBox: text("poBox"),
            extended: text("extended")
        )
    }

    private func text(_ key: String) -> String? { object[key] as? String }

    private func texts(_ key: String) -> [String] { object[key] as? [String] ?? [] }

    private func part(_ key: String) -> ContactFromJSON {
        ContactFromJSON(object: object[key] as? [String: Any] ?? [:])
    }

    private func parts(_ key: String) -> [ContactFromJSON] {
        (object[key] as? [[String: Any]] ?? []).map(ContactFromJSON.init)
    }

    private func values(_ key: String) -> [ContactValue] {
        parts(key).compactMap { entry in
            entry.text("value").map {
                ContactValue(
                    $0,
                    types: entry.texts("types"),
                    isPreferred: entry.object["preferred"] as? Bool ?? false
                )
            }
        }
    }
}

extension Contact {
    /// Whether there is no name and nothing to reach anybody by.
    var isNobody: Bool {
        name == PersonName() && emails.isEmpty && phones.isEmpty && addresses.isEmpty && organization == nil
            && nickname == nil
    }
}
