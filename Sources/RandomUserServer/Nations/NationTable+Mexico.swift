extension NationTable {
    static let mexico = NationTable(
        "MX",
        "Mexico",
        male: """
            Abundio, Adán, Anastasio, Arnulfo, Asunción, Baltazar, Bonifacio, Cástulo, Cirilo, Cuauhtémoc, Delfino, Eleazar,
            Epifanio, Evaristo, Fidel, Fulgencio, Genaro, Heriberto, Hilario, Ismael, Jacinto, Jerónimo, Julián, Lázaro,
            Lisandro, Macario, Melchor, Nahúm, Nicanor, Octavio, Onésimo, Pánfilo, Porfirio, Ramón, Refugio, Rómulo,
            Saúl, Tiburcio, Timoteo, Ubaldo, Venustiano, Zenón
            """,
        female: """
            Amalia, Ámbar, Aurelia, Bárbara, Benita, Brígida, Cándida, Catalina, Citlali, Cleotilde, Dalia, Delfina, Elvia,
            Esmeralda, Estrella, Eulalia, Fernanda, Flor, Gloria, Graciela, Hortensia, Itzel, Ixchel, Jacinta, Leticia,
            Librada, Lupita, Magdalena, Malinalli, Marisol, Micaela, Natividad, Ofelia, Paz, Petra, Quetzalli, Refugio,
            Rosaura, Tomasa, Úrsula, Xóchitl, Yolotzin
            """,
        last: """
            Aceves, Alcántara, Alcázar, Amézquita, Anaya, Arámbula, Arizmendi, Ávalos, Barajas, Barrón, Becerra, Bañuelos,
            Buenrostro, Cárdenas, Carranza, Casarrubias, Ceballos, Cisneros, Covarrubias, Cuéllar, de la Rosa, de León,
            del Toro, Espíndola, Galindo, Garduño, Godínez, Guízar, Huerta, Iturbide, Jaramillo, Larios, Ledesma, Lizárraga,
            Lomelí, Luévano, Madrigal, Magaña, Mancilla, Murillo, Nájera, Negrete, Ocampo, Olvera, Osorio, Páez, Palafox,
            Pantoja, Quezada, Ríos, Rubalcaba, Sepúlveda, Solórzano, Terán, Tinajero, Ugalde, Urías, Valdovinos, Villaseñor,
            Yépez, Zamudio
            """,
        streetForms: "Calle *, Andador *, Privada *, Boulevard *, Retorno *",
        streetNames: """
            de las Bugambilias, del Cenzontle, Chapulín, de la Cañada, Ixtaccíhuatl, del Jacal, de los Mezquites, Nopal,
            del Ocotillo, Popocatépetl, del Quetzal, Tepeyac, Xochimilco Poniente
            """,
        cities: """
            Acámbaro, Atlixco, Ciudad Cuauhtémoc, Comitán, Córdoba, Dolores Hidalgo, Ensenada, Guaymas, Huamantla, Ixtapa,
            Jiquilpan, Juchitán, La Piedad, Manzanillo, Mazatlán, Nogales, Pátzcuaro, Real de Catorce, San Cristóbal,
            Taxco, Tepoztlán, Tlacotalpan, Uruapan, Valladolid, Zacatlán
            """,
        states: """
            Aguascalientes, Baja California, Campeche, Chiapas, Coahuila, Durango, Guanajuato, Jalisco, México, Michoacán,
            Morelos, Nuevo León, Oaxaca, Querétaro, San Luis Potosí, Sonora, Tlaxcala, Yucatán
            """,
        extraStreets: ["Prolongación Camino Real de los Ángeles de San Bartolomé"]
    )
}
