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
