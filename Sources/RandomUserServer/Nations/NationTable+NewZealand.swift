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
