extension NationTable {
    /// Some first names and streets end in a blank, as they do in the real service.
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
