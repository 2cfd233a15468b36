extension NationTable {
    static let turkey = NationTable(
        "TR",
        "Turkey",
        male: """
            Alp, Altan, Aykut, Barış, Berkay, Bülent, Cengiz, Çağatay, Çetin, Demir, Doğan, Ekrem, Ercüment, Ertuğrul, Fırat,
            Gökhan, Göktürk, Gürkan, Haluk, Ilgaz, İlker, İsmail, Kâzım, Kerem, Kıvanç, Levent, Mahir, Nedim, Oğuz, Okan, Onur,
            Orçun, Özgür, Poyraz, Rıza, Selçuk, Şahin, Tuğrul, Ufuk, Ümit, Volkan, Yiğit
            """,
        female: """
            Asuman, Aydan, Ayşegül, Bahar, Belgin, Berrin, Buğlem, Ceyda, Çiğdem, Çilem, Defne, Deniz, Dilara, Duygu, Ebru, Elçin,
            Esin, Feride, Filiz, Gönül, Gülşen, Hülya, Ilgın, İclal, İpek, Jülide, Lâle, Melike, Müge, Nilüfer, Nurgül, Oya, Öykü,
            Özge, Pınar, Rüya, Sevgi, Şebnem, Şükran, Tuğba, Yıldız, Zümrüt
            """,
        last: """
            Akbulut, Akçay, Aktaş, Altıntaş, Arıkan, Ateş, Aydoğan, Bağcı, Balcı, Başaran, Bayındır, Birgül, Bostancı, Bozkurt,
            Büyükdağ, Cömert, Çakır, Çelebi, Çınar, Çobanoğlu, Dağdelen, Demirtaş, Dikmen, Duman, Erdoğdu, Ersoy, Fındıkçı,
            Gedik, Göçer, Gülmez, Güneş, Gürsoy, Hacıoğlu, Işıklı, İnce, İpekçi, Kahraman, Karabulut, Kılıç, Kırmızı, Koçak, Köse,
            Kuyumcu, Mumcu, Nalbant, Oğuzhan, Önal, Özbek, Özgün, Pamuk, Sağlam, Sarı, Soykan, Şimşek, Tanrıöver, Taşkın, Uçar,
            Ünver, Varol, Yağmur, Yılmazer
            """,
        streetForms: "* Caddesi, * Sokak, * Bulvarı",
        streetNames: """
            Akasya, Bağlar, Cumhuriyet, Çamlıca, Değirmen, Fıstıklı, Gelincik, Göl, Harman, Ihlamur, İncirli, Kavaklıdere,
            Körfez, Menekşe, Nar, Portakal, Şeftali, Üzüm, Yalı, Zeytin
            """,
        cities: """
            Afyonkarahisar, Ağrı, Akçaabat, Alanya, Amasya, Ardahan, Bandırma, Bergama, Bolu, Çeşme, Çorlu, Elazığ, Eskişehir,
            Fethiye, Giresun, Iğdır, İznik, Kütahya, Muş, Niğde, Ödemiş, Safranbolu, Şırnak, Uşak, Ürgüp
            """,
        states: """
            Adıyaman, Artvin, Bartın, Bilecik, Burdur, Çankırı, Çorum, Düzce, Gümüşhane, Hakkâri, Isparta, Kırklareli, Kırşehir,
            Muğla, Nevşehir, Sinop, Şanlıurfa, Tekirdağ, Tunceli, Zonguldak
            """
    )
}
