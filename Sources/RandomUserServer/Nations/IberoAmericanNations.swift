extension NationTable {
    /// Some first names and streets end in a space, as in the real service.
    static let brazil = NationTable(
        "BR",
        "Brazil",
        male: """
            Adriano, Afonso, Aílton, Aldair, Amadeu, André, Antônio, Arthur, Benício, Caetano, Cássio, Celso, César,
            Cláudio, Davi, Edmílson, Eliézer , Evandro, Fábio, Flávio, Gérson, Gilberto, Hélio, Ícaro, Inácio, João,
            Joaquim, Jordão, Júlio, Leônidas, Lúcio, Márcio, Nélson, Otávio, Raí, Renan , Sérgio, Thiago, Ulisses, Vítor,
            Wagner, Zé Carlos
            """,
        female: """
            Aimê, Alícia, Ana Júlia, Antônia, Aparecida, Beatriz, Bianca, Cátia, Célia, Clarice, Conceição, Dália,
            Débora, Dulce, Eduarda, Elódia, Emília, Fátima, Flávia, Glória, Helô, Iara , Inês, Jaciara, Jéssica, Júlia,
            Larissa, Letícia, Lívia, Luísa, Marília, Mônica, Nádia, Núbia, Patrícia, Rosângela, Sílvia, Sônia, Tainá,
            Tânia, Vitória, Yasmim
            """,
        last: """
            Abrantes, Aguiar, Alvarenga, Amaral, Antunes, Araújo, Assunção, Azevedo, Barbosa, Barcelos, Bragança, Brandão,
            Cabral, Camargo, Cançado, Carvalho, Conceição, da Luz, da Paz, das Flores, de Brito, de Sá, do Vale,
            Damasceno, Esteves, Falcão, Figueiredo, Fontoura, Galvão, Gusmão, Guimarães, Henriques, Jordão, Leitão,
            Lourenço, Macedo, Magalhães, Meireles, Montenegro, Morães, Muniz, Nóbrega, Padilha, Paixão, Pessoa, Quadros,
            Quintão, Ramalho, Resende, Sabóia, Salomão, Sampaio, Simões, Távora, Teles, Toledo, Valadão, Vasconcelos,
            Viégas, Ximenes, Zanetti
            """,
        streetForms: "Rua *, Avenida *, Travessa * , Praça *",
        streetNames: """
            das Acácias, do Comércio, da Estação, dos Ipês, do Açude, São Benedito, Sete de Abril, do Pôr do Sol,
            das Palmeiras, Padre Anchieta, do Rosário, dos Imigrantes, Nossa Senhora da Guia, da Cachoeira
            """,
        cities: """
            Anápolis, Aracaju, Araçatuba, Barueri, Betim, Blumenau, Cabo Frio, Caçapava, Camaçari, Criciúma, Cuiabá,
            Florianópolis, Gravataí, Ilhéus, Itajaí, Jundiaí, Macapá, Maringá, Mossoró, Niterói, Olinda, Petrópolis,
            Santarém, Uberlândia, Vitória da Conquista
            """,
        states: """
            Acre, Alagoas, Amapá, Bahia, Ceará, Espírito Santo, Goiás, Maranhão, Minas Gerais, Pará, Paraná, Piauí,
            Rio Grande do Norte, Rondônia, São Paulo, Sergipe
            """
    )
}

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

extension NationTable {
    static let spain = NationTable(
        "ES",
        "Spain",
        male: """
            Adrián, Agustín, Alonso, Álvaro, Andrés, Ángel, Anselmo, Aurelio, Bartolomé, Benjamín, Borja, César, Cristóbal,
            Damián, Efrén, Eloy, Fabián, Fermín, Germán, Gonzalo, Héctor, Íñigo, Isidro, Jesús, Joaquín, Jorge, Julián,
            León, Lorenzo, Martín, Matías, Moisés, Nicolás, Óscar, Pelayo, Rubén, Sebastián, Telmo, Tomás, Ulises, Víctor,
            Zacarías
            """,
        female: """
            Adoración, Ainhoa, Amparo, Ángela, Araceli, Asunción, Aurora, Azucena, Begoña, Belén, Candela, Carmen,
            Concepción, Consuelo, Covadonga, Dolores, Encarnación, Esperanza, Estíbaliz, Fátima, Gema, Guiomar, Inés,
            Itziar, Jimena, Leocadia, Lucía, Macarena, Mar, María José, Milagros, Mónica, Nieves, Olaya, Paloma, Pilar,
            Rocío, Sofía, Soledad, Trinidad, Verónica, Ximena
            """,
        last: """
            Abascal, Acuña, Albarrán, Almazán, Aragón, Arévalo, Avellaneda, Azcárate, Ballesteros, Barragán, Berenguer,
            Bohórquez, Bustamante, Calderón, Cañizares, Castaño, Cáceres, Cervera, Cifuentes, Dávila, Echevarría, Enríquez,
            Escudero, Espín, Fajardo, Galán, Gálvez, Garcés, Godoy, Guillén, Hinojosa, Ibáñez, Iglesias, Izquierdo, Jáuregui,
            Landaluce, Lasarte, Lázaro, Leñero, Llorente, Luján, Maldonado, Marañón, Meléndez, Montaño, Muñiz, Narváez,
            Ordóñez, Orozco, Palacín, Peñalver, Quiñones, Requena, Rincón, Saavedra, Sáez, Tejada, Urrutia, Valdés, Yáñez,
            Zúñiga
            """,
        streetForms: "Calle *, Avenida *, Paseo *, Plaza *",
        streetNames: """
            de la Almendra, del Álamo, de la Aceña, de los Bañistas, de la Cigüeña, del Corregidor, de la Encina,
            del Faro, de la Güerta, de las Jaras, del Ñandú, del Olivar, de la Peña, del Romero, de Santa Águeda
            """,
        cities: """
            Alcañiz, Alcázar de San Juan, Almería, Antequera, Aranjuez, Ávila, Calatayud, Cáceres, Ciudadela, Cuéllar,
            Écija, Ferrol, Guadix, Haro, Jaén, La Coruña, León, Lérida, Mérida, Ontiñena, Orihuela, Peñafiel, Requena,
            Sigüenza, Úbeda
            """,
        states: """
            Andalucía, Aragón, Asturias, Canarias, Cantabria, Castilla y León, Castilla la Mancha, Cataluña, Extremadura,
            Galicia, Islas Baleares, La Rioja, Navarra, País Vasco, Región de Murcia
            """
    )
}
