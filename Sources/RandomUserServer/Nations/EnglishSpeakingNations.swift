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

extension NationTable {
    static let canada = NationTable(
        "CA",
        "Canada",
        male: """
            Adrien, Alistair, Barclay, Bastien, Bruno, Carter, Cédric, Colton, Dalton, Damien, Desmond, Édouard, Émile,
            Etienne, Fraser, Gordon, Graeme, Griffin, Hudson, Hunter, Ivan, Jérôme, Keegan, Landon, Lucien, Malcolm,
            Marcel, Murray, Nolan, Olivier, Parker, Pierre-Luc, Quincy, Raphaël, Russell, Sawyer, Simon, Tanner, Tristan,
            Victor, Wesley, Zachary
            """,
        female: """
            Adèle, Alexis, Amélie, Annick, Arielle, Audrey, Avery, Brielle, Camille, Cécile, Coralie, Daphné, Delphine,
            Élodie, Esmé, Fiona, Florence, Gabrielle, Geneviève, Hailey, Heidi, Ingrid, Jade, Josée, Juliette, Kendra,
            Lorraine, Madison, Maude, Mélodie, Mireille, Noémie, Océane, Paige, Piper, Rosalie, Sabrina, Shannon, Sylvie,
            Tessa, Violette, Zoé
            """,
        last: """
            Arsenault, Beauchamp, Bellerose, Bergeron, Birchall, Bouchard, Brisebois, Buchanan, Caron, Charbonneau,
            Chisholm, Côté, Crowfoot, Daigle, Deschamps, Doucette, Drouin, Duquette, Elliott, Falardeau, Fortier, Fraser,
            Gauthier, Gilchrist, Girard, Guenette, Hébert, Hutchison, Jolicoeur, Kowalchuk, Labelle, Lachance, Lalonde,
            Lamontagne, Larivière, Lavallée, Leduc, Lemieux, MacDougall, MacIsaac, Maisonneuve, McKinnon, Melançon,
            Montgomery, Nadeau, O'Rourke, Ouellet, Paquin, Pelletier, Petit-Clair, Poirier, Quesnel, Robichaud, Saint-Cyr,
            Sinclair, Tachereau, Thibault, Tremblay, Vachon, Villeneuve, Wolfe
            """,
        streetForms: "* St, * Ave, * Rd, Rue *, * Crescent",
        streetNames: """
            Balsam, Beaver, Caribou, Cedar, Dogwood, Huron, Juniper, Lakeside, Maple Ridge, Ontario, Pine, Portage,
            Rivière, Spruce, Tamarack, Trillium, Voyageur
            """,
        cities: """
            Brandon, Chicoutimi, Corner Brook, Drummondville, Flin Flon, Fort McMurray, Fredericton, Gander, Guelph,
            Iqaluit, Kamloops, Kelowna, Kenora, Lethbridge, Medicine Hat, Moncton, Moose Jaw, Nanaimo, Rimouski, Sarnia,
            Sept-Îles, Summerside, Trois-Rivières, Whitehorse, Yellowknife
            """,
        states: """
            Alberta, British Columbia, Manitoba, New Brunswick, Newfoundland and Labrador, Northwest Territories,
            Nova Scotia, Nunavut, Ontario, Prince Edward Island, Québec, Saskatchewan, Yukon
            """
    )
}

extension NationTable {
    static let ireland = NationTable(
        "IE",
        "Ireland",
        male: """
            Aidan, Aodhán, Barra, Brendan, Brian, Cathal, Cian, Ciarán, Cillian, Colm, Conall, Cormac, Dáithí, Dara,
            Dermot, Donal, Eamonn, Enda, Eoghan, Eoin, Fergal, Fiachra, Fintan, Gearóid, Kevin, Killian, Lorcan, Malachy,
            Micheál, Niall, Odhrán, Oisín, Pádraig, Phelim, Ronan, Rory, Ruairí, Séamus, Seán, Tadhg, Tiernan, Turlough
            """,
        female: """
            Áine, Aisling, Aoibhinn, Aoife, Bláthnaid, Bríd, Caoimhe, Clíona, Clodagh, Dearbhla, Deirdre, Éabha, Éadaoin,
            Eimear, Eithne, Fiadh, Fionnuala, Gobnait, Gráinne, Íde, Iseult, Laoise, Líle, Maeve, Máire, Máiréad, Maura,
            Muireann, Niamh, Nóirín, Nuala, Órla, Peig, Ríona, Róisín, Sadhbh, Saoirse, Sinéad, Síle, Sorcha, Treasa, Una
            """,
        last: """
            Ahearne, Breathnach, Brosnan, Cafferkey, Clancy, Coffey, Coughlan, Crowley, Culhane, Daly, Devaney, Dooley,
            Durcan, Early, Fahy, Feeney, Finnegan, Flaherty, Gaffney, Gilhooly, Hanrahan, Heaney, Hegarty, Kavanagh,
            Keaveney, Kinsella, Lally, Loftus, Looney, Mac Giolla, Mac Suibhne, Mannion, McGarrigle, McGrath, McNamee,
            Moriarty, Mulcahy, Mulligan, Nestor, Ní Dhuibhne, O'Boyle, O'Connell, O'Dowd, O'Farrell, O'Gara, O'Hanlon,
            O'Keeffe, O'Leary, O'Malley, O'Riordan, O'Shea, O'Toole, Ó Briain, Prendergast, Quilligan, Rafferty, Scanlon,
            Tierney, Toomey, Treacy, Twomey
            """,
        streetForms: "* Road, * Street, * Lane, * Terrace",
        streetNames: """
            Abbey, Blackthorn, Bog Cotton, Castle, Chapel, Curlew, Ferry, Fuchsia, Harbour, Hazelwood, Mill, Monastery,
            Rathbeg, Rowan, Shannon, Station, Strand, Thomond
            """,
        cities: """
            Athlone, Ballina, Bantry, Birr, Carrick-on-Shannon, Cashel, Clifden, Cobh, Dingle, Dungarvan, Ennis, Fermoy,
            Kells, Kenmare, Kinsale, Listowel, Loughrea, Mallow, Nenagh, Roscrea, Skibbereen, Sligo, Tralee, Westport, Youghal
            """,
        states: """
            Carlow, Cavan, Clare, Donegal, Dún Laoghaire–Rathdown, Fingal, Galway City, Kerry, Kildare, Laois, Leitrim,
            Louth, Mayo, Offaly, Roscommon, Tipperary, Westmeath, Wicklow
            """
    )
}

extension NationTable {
    static let newZealand = NationTable(
        "NZ",
        "New Zealand",
        male: """
            Ashton, Anaru, Arana, Bailey, Blair, Brodie, Bryn, Caleb, Campbell, Connor, Dane, Dion, Elijah, Finlay, Fletcher,
            Hemi, Hoani, Hunter, Jayden, Joel, Kahu, Kane, Kauri, Levi, Logan, Mason, Matiu, Mikaere, Nikau, Paora, Quinn,
            Rawiri, Reuben, Rewi, Ryder, Seth, Tama, Tamati, Tane, Theo, Wiremu, Zac
            """,
        female: """
            Addison, Amaia, Anahera, Aroha, Aria, Awhina, Brooke, Bree, Caitlyn, Chelsea, Danica, Eden, Erin, Freya, Georgia,
            Hana, Hinemoa, Huia, Isobel, Jorja, Kaia, Keira, Kiri, Kowhai, Lily, Lucia, Mahina, Maia, Manaia, Marama, Mereana,
            Mila, Ngaio, Ngaire, Paige, Pania, Rangi, Ruby, Sasha, Tia, Tui, Whetu
            """,
        last: """
            Aitken, Allardyce, Bannister, Beattie, Bledisloe, Braddock, Burgess, Calder, Clifton, Copland, Cotterill, Dobson,
            Drummond, Ellison, Fairburn, Falconer, Galloway, Gillespie, Greig, Guthrie, Halberg, Hapuku, Henare, Heke, Hinton,
            Hokianga, Hotene, Inglis, Jamieson, Kaipara, Kereama, Kingi, Laidlaw, Lockhart, Mahuika, Maitland, McKenna, McLeod,
            McNab, Munro, Ngata, Nicholls, Ormond, Paewai, Parata, Pohatu, Rangihuna, Raukura, Renwick, Rutherglen, Selwyn,
            Stafford, Tamatea, Tawhiri, Te Awa, Thornton, Tipene, Tregear, Waaka, Wharepapa, Whitmore
            """,
        streetForms: "* Road, * Street, * Terrace, * Drive",
        streetNames: """
            Bellbird, Fantail, Harakeke, Kakapo, Kererū, Lambton, Manuka, Mataī, Moa, Ōtaki, Pōhutukawa, Rātā, Rimu, Silver Fern,
            Takahē, Toi Toi, Weka
            """,
        cities: """
            Alexandra, Ashburton, Blenheim, Cromwell, Dargaville, Gisborne, Gore, Greymouth, Hāwera, Hokitika, Kaikōura, Kaitaia,
            Masterton, Motueka, Oamaru, Paihia, Picton, Taihape, Taupō, Te Anau, Timaru, Tokoroa, Wānaka, Westport, Whakatāne
            """,
        states: """
            Auckland, Bay of Plenty, Canterbury, Gisborne, Hawke's Bay, Manawatu-Wanganui, Marlborough, Nelson, Northland, Otago,
            Southland, Taranaki, Tasman, Waikato, Wellington, West Coast
            """
    )
}

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

extension NationTable {
    static let unitedStates = NationTable(
        "US",
        "United States",
        male: """
            Abel, Alvin, Amos, Arnold, Barry, Bernard, Byron, Calvin, Cecil, Clark, Clifford, Curtis, Darnell, Dexter, Duane,
            Earl, Edgar, Elmer, Ernest, Felix, Floyd, Franklin, Glenn, Gus, Harold, Herman, Isaac, Jerome, Joel, Kirk, Lester,
            Luther, Marvin, Melvin, Morris, Otis, Perry, Ramon, Rufus, Sheldon, Vernon, Willard
            """,
        female: """
            Abigail, Adele, Alma, Amber, April, Beulah, Bonnie, Carmen, Celeste, Charlene, Claudia, Constance, Crystal, Della,
            Dixie, Dolores, Eleanor, Esther, Eunice, Faye, Gail, Geraldine, Hattie, Ida, Irene, Jewel, Juanita, Lena, Loretta,
            Lucille, Mable, Marcia, Naomi, Nora, Opal, Phyllis, Regina, Roberta, Sadie, Thelma, Velma, Wanda
            """,
        last: """
            Abbott, Alderman, Applewhite, Armistead, Baldwin, Ballard, Beasley, Blankenship, Bledsoe, Boone, Bridges, Buckley,
            Calhoun, Castellano, Chandler, Clemons, Crenshaw, Dalton, Delgado, Dickinson, Doolittle, Ellsworth, Farnsworth,
            Fitzgerald, Fontaine, Gentry, Goodwin, Guerrero, Hathaway, Hendricks, Hightower, Holloway, Huckaby, Ingersoll,
            Jefferies, Kilgore, Kowalski, Langston, Larkin, Lockwood, Mansfield, Mayfield, McAllister, Middlebrook, Montague,
            Newcomb, Nuñez, O'Donnell, Oglesby, Pemberton, Pritchett, Quarles, Ramsey, Ridley, Sheffield, Stallworth , Talbot,
            Thornhill, Vanderpool, Westbrook, Youngblood
            """,
        streetForms: "* St, * Ave, * Rd, * Dr, * Ln",
        streetNames: """
            Bayou, Buffalo, Cactus, Canyon, Chestnut, Cottonwood, Cypress, Depot, Dogwood, Hickory, Lakeview, Magnolia, Mesa,
            Mockingbird, Pecan, Prairie, Redbud, Sagebrush, Sycamore, Tumbleweed
            """,
        cities: """
            Abilene, Amarillo, Bangor, Bend, Billings, Bismarck, Boise, Carson City, Charlottesville, Cheyenne, Duluth,
            Fargo, Flagstaff, Galveston, Helena, Ithaca, Juneau, Macon, Missoula, Pocatello, Rapid City, Roanoke, Santa Fe,
            Tuscaloosa, Winston–Salem
            """,
        states: """
            Alabama, Alaska, Arizona, Colorado, Delaware, Georgia, Idaho, Iowa, Kansas, Louisiana, Maine, Minnesota, Montana,
            Nebraska, Nevada, New Mexico, North Dakota, Oregon, Rhode Island, Tennessee, Utah, Vermont, Wyoming
            """
    )
}
