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
