/// The invented names and places of one nation.
struct NationTable: Sendable {
    let code: String
    /// Nil for the toy figures, which have no country.
    let country: String?
    let male: [String]
    let female: [String]
    let last: [String]
    let streets: [String]
    let cities: [String]
    let states: [String]

    /// Creates a table from lists whose items are separated by commas and line ends.
    ///
    /// Trailing spaces belong to the item. A street form has a `*` where the street's name goes.
    init(
        _ code: String,
        _ country: String?,
        male: String,
        female: String,
        last: String,
        streetForms: String,
        streetNames: String,
        cities: String,
        states: String,
        extraStreets: [String] = []
    ) {
        self.code = code
        self.country = country
        self.male = Self.items(male)
        self.female = Self.items(female)
        self.last = Self.items(last)
        let names = Self.items(streetNames)
        streets =
            Self.items(streetForms).flatMap { form in
                let parts = form.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
                return names.map { name in String(parts[0]) + name + String(parts.count > 1 ? parts[1] : "") }
            } + extraStreets
        self.cities = Self.items(cities)
        self.states = Self.items(states)
    }

    private static func items(_ text: String) -> [String] {
        text.split { $0 == "," || $0 == "\n" }.compactMap { part in
            let item = part.drop { $0 == " " }
            return item.isEmpty ? nil : String(item)
        }
    }

    /// The table of a nation of the service; for any other code the table of the toy figures.
    static func table(_ code: String) -> NationTable {
        switch code {
        case "AU": .australia
        case "BR": .brazil
        case "CA": .canada
        case "CH": .switzerland
        case "DE": .germany
        case "DK": .denmark
        case "ES": .spain
        case "FI": .finland
        case "FR": .france
        case "GB": .unitedKingdom
        case "IE": .ireland
        case "IN": .india
        case "IR": .iran
        case "MX": .mexico
        case "NL": .netherlands
        case "NO": .norway
        case "NZ": .newZealand
        case "RS": .serbia
        case "TR": .turkey
        case "UA": .ukraine
        case "US": .unitedStates
        default: .figures
        }
    }
}

extension NationTable {
    /// The toy figures, which have names and addresses but no country.
    static let figures = NationTable(
        "LEGO",
        nil,
        male:
            "Axel, Brick, Buzz, Captain, Chip, Dino, Doc, Flip, Gizmo, Hank, Jet, Max, Rocky, Rusty, Spike, Studs, Tex, Zip",
        female:
            "Amber, Bea, Bolt, Clicky, Coral, Dash, Ellie, Gem, Ivy, Kit, Nova, Penny, Pixel, Robin, Ruby, Star, Trixie, Zoe",
        last: """
            Baseplate, Blockwell, Brickman, Bricksmith, Clickson, Cobble, Gearhart, Hingeworth, Knobley, Minifield, Plateman,
            Snapper , Stackhouse, Studly, Tileson, Towerling
            """,
        streetForms: "* Street, * Way, * Track",
        streetNames: "Blue Brick, Corner Piece, Green Plate, Long Axle, Red Roof, Small Door, Twin Stud, Yellow Window",
        cities: "Bricksborough, Clickton, Gearville, New Baseplate, Studhaven, Upper Tile",
        states: "Blockland, Brickshire, Hinge County, Plate Islands"
    )
}
