extension NationTable {
    /// The toy figures, who have names and addresses but no country.
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
