extension NationTable {
    static let australia = NationTable(
        "AU",
        "Australia",
        male: """
            Angus, Archie, Baxter, Beau, Blake, Bodhi, Brett, Callum, Chad, Clancy, Cooper, Dale, Darcy, Declan, Digby,
            Flynn, Gavin, Grant, Hamish, Harvey, Hugo, Jarrah, Jed, Jett, Kieran, Lachlan, Lachie, Mitchell, Nash, Ned,
            Oscar, Patrick, Reece, Riley, Rory, Shane, Spencer, Toby, Wade, Will, Xavier, Zane
            """,
        female: """
            Abbie, Alinta, Ashlee, Billie, Bindi, Bonnie, Briony, Bronte, Caitlin, Charli, Clementine, Daisy, Darcie,
            Edie, Elsie, Evie, Frankie, Gemma, Georgie, Harriet, Imogen, Indi, Jasmine, Kiara, Kirra, Kylie, Lara,
            Layla, Lottie, Mackenzie, Maeve, Marli, Matilda, Milla, Narelle, Peta, Pippa, Sheree, Sienna, Skye, Tegan,
            Willow
            """,
        last: """
            Abernethy, Ashdown, Barlow, Beaumont, Bellamy, Blackwood, Bramble, Brisbane, Broadbent, Cartwright, Chadwick,
            Coulter, Crawley, Dalgleish, Delaney, Dunstan, Eastwood, Fairweather, Farrow, Fitzroy, Gallagher, Garland,
            Goldsmith, Greenaway, Hargrave, Hawke, Heath, Hollis, Irwin, Jarvis, Kendrick, Kingsley, Langford, Lockyer,
            Macarthur, Mackie, Maddern, Marlow, McAuley, McCready, Merriweather, Nettle, Norwood, O'Dea, O'Halloran,
            Paterson, Penrose, Pickering, Quilty, Radcliffe, Redfern, Rowntree, Sheridan, Stockdale, Strickland, Tancred,
            Thornbury, Underhill, Waratah, Wedgwood, Whitlock, Winslow, Yarwood
            """,
        streetForms: "* Street, * Road, * Avenue, * Parade, * Crescent",
        streetNames: """
            Acacia, Banksia, Bottlebrush, Cockatoo, Dolphin, Eucalypt, Grevillea, Harbour, Jacaranda, Kurrajong, Lyrebird,
            Magpie, Pelican, Quokka, Rosella, Saltbush, Tea Tree, Wattle
            """,
        cities: """
            Albury, Ballarat, Bathurst, Bendigo, Broome, Bunbury, Bundaberg, Cairns, Coffs Harbour, Darwin, Devonport,
            Dubbo, Geelong, Gladstone, Hobart, Kalgoorlie, Launceston, Mackay, Mildura, Orange, Port Lincoln, Tamworth,
            Toowoomba, Warrnambool, Whyalla
            """,
        states: """
            Australian Capital Territory, New South Wales, Northern Territory, Queensland, South Australia, Tasmania,
            Victoria, Western Australia
            """
    )
}
