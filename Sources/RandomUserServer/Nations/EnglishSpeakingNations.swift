extension NationTable {
    static let unitedKingdom = NationTable(
        "GB",
        "United Kingdom",
        male: """
            Alastair, Alfie, Barnaby, Basil, Benedict, Bertie, Brynmor, Cedric, Clive, Crispin, Cuthbert, Dai, Dougal,
            Edmund, Emlyn, Ewan, Fergus, Freddie, Gareth, Giles, Godfrey, Gwilym, Hamish, Horace, Hywel, Iain, Jolyon,
            Kenneth, Leopold, Lionel, Monty, Nigel, Oswald, Percy, Quentin, Rhys, Rupert, Sebastian, Tarquin, Trefor,
            Winston, Wystan
            """,
        female: """
            Agatha, Ailsa, Angharad, Arabella, Beatrix, Beryl, Blodwen, Bronwen, Catriona, Ceridwen, Clarissa, Cordelia,
            Daphne, Doris, Edith, Eilidh, Enid, Felicity, Fenella, Flora, Gladys, Gwendolen, Hermione, Hilda, Imogen,
            Isla, Jemima, Kirsty, Lettice, Mairi, Marjorie, Mhairi, Morag, Nerys, Olwen, Philippa, Rhiannon, Rosalind,
            Sian, Tabitha, Ursula, Winifred
            """,
        last: """
            Abercrombie, Ainsworth, Applegarth, Ashworth, Bagshaw, Barraclough, Birtwistle, Blenkinsop, Brathwaite, Cadwallader,
            Carruthers, Chadwick, Cholmondeley, Cruickshank, D'Arcy, Daubney, Duckworth, Earnshaw, Entwistle, Farquhar,
            Featherstone, Fothergill, Garside, Glossop, Grimshaw, Haddow, Heseltine, Higginbottom, Hollingsworth, Illingworth,
            Jagger, Kershaw, Kirkbride, Lightfoot, Llewellyn, MacAllister, Mainwaring, Micklethwaite, Murgatroyd, Nettleship,
            O'Neill, Oakeshott, Ogilvie, Osbaldeston, Penhaligon, Postlethwaite, Pritchard, Quayle, Ramsbottom, Rowbotham,
            Satterthwaite, Shuttleworth, Sidebottom, Smethurst, Snodgrass, Tattersall, Thistlewood, Trelawney, Urquhart,
            Wigglesworth, Woolstenholme
            """,
        streetForms: "* Road, * Street, * Lane, * Close, The *",
        streetNames: """
            Beech, Bishop’s, Brook, Castle, Coach House, Drover’s, Fairfield, Foxglove, Green, King’s, Mill, Orchard, Priory,
            St. Bede’s, St. Hilda’s, Tanner’s, Vicarage, Windmill
            """,
        cities: """
            Aberystwyth, Bakewell, Berwick-upon-Tweed, Bridgnorth, Buxton, Carlisle, Cirencester, Dunfermline, Ely, Falmouth,
            Grimsby, Harrogate, Inverness, King’s Lynn, Ludlow, Machynlleth, Newry, Oban, Penzance, Ripon, Saffron Walden,
            Stow-on-the-Wold, Tobermory, Whitby, Wrexham
            """,
        states: """
            Argyll, Berkshire, Ceredigion, Cheshire, Cornwall, County Antrim, County Down, Cumbria, Dorset, Fife, Gwynedd,
            Kent, Lancashire, Norfolk, Powys, Rutland, Shropshire, Tyne and Wear
            """
    )
}
