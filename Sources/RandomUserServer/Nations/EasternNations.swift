extension NationTable {
    /// Persian, with zero-width joiners inside words, and with Arabic letters beside Persian ones.
    static let iran = NationTable(
        "IR",
        "Iran",
        male: """
            آرمان,آرین,ابراهیم,احسان,اردشیر,اسفندیار,اشکان,افشین,امیررضا,ایرج,بابک,بردیا,بهرام,بهروز,بیژن,پارسا,پرویز,پویا,
            پیمان,تورج,جمشید,حمید,خسرو,داریوش,رامین,رستم,ساسان,سامان,سروش,سهراب,سیاوش,شاهین,شهریار,فرهاد,فریبرز,کامران,
            کاوه,کوروش,كيان,ماهان,مهرداد,نادر,هوشنگ,يوسف
            """,
        female: """
            آتوسا,آرزو,آزیتا,آناهیتا,افسانه,الناز,بنفشه,بهار,بیتا,پروانه,پری‌سا,پریوش,پونه,ترانه,تهمینه,ثریا,چکامه,درسا,
            رؤیا,روشنک,زهره,ژاله,ساناز,سپیده,ستاره,سوگند,شبنم,شکوفه,شهرزاد,شیرین,غزل,فرناز,فروغ,کتایون,گلناز,لاله,ليلا,
            مهتاب,مینا,نازنین,نسترن,نیلوفر,هما,یاسمن
            """,
        last: """
            آذری,آریان‌پور,احمدزاده,ارجمند,استواری,افراسیابی,امینی‌نژاد,ایزدی,باستانی,بختیاری,برومند,بهرامی,پاک‌نژاد,پورداد,
            پیروز,تابنده,ترابی,توانگر,جاویدان,جهانگیری,چراغی,حکمت,خاوری,خردمند,خسروانی,دادگر,دلاوری,راستین,رهنما,روشن‌دل,
            زرین‌قلم,زمانی,سالاری,سپهری,سخنور,سرفراز,سعادت‌مند,شایسته,شریعت‌زاده,شکیبا,صبوری,طلوعی,ظهوری,عارفی,عطارزاده,
            غفوری,فرزانه,فرهنگ,قاسم‌پور,کاشانی,كريمي,کوهستانی,گلستانی,لطفی,مهرجو,نیک‌بین,وفادار,هدایتی,یزدانی,یگانه
            """,
        streetForms: "خیابان *,کوچه *,میدان *",
        streetNames: """
            آزادگان,ارغوان,اقاقیا,باغ‌گلها,بوستان,بید مجنون,پرستو,چنار,دانشگاه,رود‌خانه,سرو,شقایق,صنوبر,کاج,گل‌محمدی,لاله,
            مهرگان,نرگس,یاس
            """,
        cities: """
            آبادان,آستارا,اردکان,بابل,بندر‌انزلی,بوشهر,بیرجند,تالش,جهرم,خوی,دماوند,رامسر,سمنان,شاهرود,فومن,قشم,کاشمر,
            گلپایگان,لاهیجان,ماسوله,مراغه,نطنز,نیشابور,یاسوج,گناوه
            """,
        states: """
            آذربایجان شرقی,اصفهان,ایلام,بوشهر,چهارمحال و بختیاری,خراسان رضوی,خوزستان,زنجان,سیستان و بلوچستان,فارس,
            کرمانشاه,كردستان,گیلان,لرستان,مازندران,مركزي,هرمزگان,همدان,یزد
            """
    )
}

extension NationTable {
    static let india = NationTable(
        "IN",
        "India",
        male: """
            Aarav, Abhijit, Ajay, Akshay, Amol, Anand, Anirudh, Arvind, Ashok, Bharat, Chetan, Darshan, Devendra, Dinesh,
            Ganesh, Gaurav, Girish, Harish, Hemant, Ishaan, Jayesh, Karthik, Kishore, Lokesh, Madhav, Manoj, Mukesh,
            Naveen, Nikhil, Omkar, Pranav, Rajesh, Ramesh, Rohan, Sanjay, Siddharth, Suresh, Tarun, Uday, Varun, Vikram,
            Yash
            """,
        female: """
            Aditi, Aishwarya, Amrita, Ananya, Anjali, Archana, Bhavna, Chandrika, Deepa, Devika, Diya, Esha, Gauri,
            Gayatri, Hema, Indira, Ira, Jaya, Jyoti, Kalpana, Kavita, Komal, Lalita, Leela, Madhuri, Malini, Meera, Nandini,
            Neha, Padma, Pooja, Priyanka, Radha, Rekha, Revathi, Savita, Shanta, Sneha, Sunita, Tara, Usha, Vasudha
            """,
        last: """
            Acharya, Agarwal, Amin, Apte, Bajaj, Banerjee, Barua, Bhandari, Bhatt, Bhosale, Bose, Chakraborty, Chauhan,
            Chopra, Das, Deshmukh, Deshpande, Dixit, Gaikwad, Ghosh, Gokhale, Gowda, Iyengar, Iyer, Jadhav, Jain, Joshi,
            Kamath, Kapoor, Kelkar, Khanna, Kulkarni, Kumar, Mahajan, Malhotra, Mehta, Menon, Mishra, Mukherjee, Nadar, Naidu,
            Nair, Pandey, Parekh, Patil, Pillai, Prabhu, Rane, Rao, Reddy, Saxena, Sen, Shetty, Shukla, Sinha, Subramaniam,
            Tagore, Thakur, Trivedi, Varma, Yadav
            """,
        streetForms: "* Road, * Marg, * Nagar, * Bazaar",
        streetNames: """
            Amrapali, Banyan, Chandni, Gulmohar, Hill, Jasmine, Kamal, Lal Bagh, Lotus, Mango Grove, Mayur, Neem, Peepal,
            Raj Path, Sangam, Station, Temple
            """,
        cities: """
            Ajmer, Alappuzha, Aurangabad, Belagavi, Bhuj, Darjeeling, Gangtok, Haridwar, Hubli–Dharwad, Imphal, Jamnagar,
            Kochi, Kolhapur, Kozhikode, Madurai, Mangaluru, Nashik, Puducherry, Shimla, Siliguri, Tiruchirappalli,
            Udaipur, Varanasi, Vellore, Warangal
            """,
        states: """
            Andhra Pradesh, Assam, Bihar, Chhattisgarh, Goa, Gujarat, Haryana, Himachal Pradesh, Karnataka, Kerala,
            Maharashtra, Meghalaya, Nagaland, Odisha, Punjab, Rajasthan, Sikkim, Tamil Nadu, Uttarakhand, West Bengal
            """
    )
}

extension NationTable {
    /// Latin letters; some streets end in a space, and some contain a stray Cyrillic letter.
    static let serbia = NationTable(
        "RS",
        "Serbia",
        male: """
            Aleksa, Andrija, Arsenije, Blagoje, Bogdan, Božidar, Branko, Čedomir, Damjan, Dejan, Dimitrije, Dragiša, Dušan,
            Đorđe, Đurađ, Filip, Gavrilo, Gojko, Ilija, Jakša, Jevrem, Kosta, Lazar, Ljubiša, Milenko, Miodrag, Nebojša, Nemanja,
            Ognjen, Ostoja, Petar, Radiša, Rastko, Relja, Siniša, Slaviša, Srđan, Stojan, Tadija, Uroš, Vukašin, Živojin
            """,
        female: """
            Anđelija, Biljana, Bojana, Borka, Božana, Bosiljka, Cveta, Danica, Desanka, Dobrila, Draginja, Dunja, Đurđica, Evica,
            Gordana, Grozdana, Iskra, Jagoda, Jasna, Jefimija, Jovanka, Kosara, Leposava, Ljiljana, Ljubica, Milesa, Milunka,
            Mirjana, Nadežda, Neda, Olga, Radmila, Rosanda, Ružica, Slavica, Smilja, Stanislava, Svetlana, Vesna, Vidosava,
            Zlatija, Živka
            """,
        last: """
            Aćimović, Anđelković, Arsić, Babović, Bakić, Blažić, Bogićević, Brajković, Bošković, Čarapić, Čolić, Čubrilović,
            Ćosić, Ćirković, Dabić, Dedijer, Dragićević, Dučić, Đekić, Đorđević, Đukić, Erić, Filipović, Gajić, Gligorić, Grbić,
            Ivković, Jakšić, Jerinić, Josić, Karalejić, Kneževac, Kostić, Krstić, Lalić, Ljubić, Lukić, Mašić, Milenković, Mišić,
            Nedić, Nenadović, Njegovan, Obrenić, Pašić, Perišić, Rašković, Ružić, Samardžić, Šarić, Šumanović, Tešić, Trifunović,
            Ugrešić, Vidaković, Višnjić, Vučković, Zdravković, Zečević, Žarković, Živanović
            """,
        streetForms: "*, * , Put *",
        streetNames: """
            Cara Uroša, Carice Milice, Despota Đurđa, DragolЈuba Mirića, Hajduk Stanka, Jasenička, Kajmakčalanska, Kneza Lazara,
            LЈubičasta, Miloša Obilića, Njegoševa, Ohridska, Patrijarha Čarnojevića, Rudnička, Šumadijska, Topolska, Užička,
            Vojvode Vuka, Zmaj Jovina, Žička
            """,
        cities: """
            Aranđelovac, Bečej, Bela Crkva, Čačak, Ćuprija, Despotovac, Guča, Inđija, Jagodina, Kikinda, Knjaževac, Kuršumlija,
            Lučani, Negotin, Paraćin, Požega, Priboj, Ruma, Sjenica, Sombor, Šabac, Topola, Užice, Vršac, Zaječar
            """,
        states: """
            Banat, Bor, Braničevo, Jablanica, Kolubara, Mačva, Moravica, Nišava, Pčinja, Podunavlje, Rasina, Raška, Srem,
            Šumadija, Toplica, Zlatibor
            """
    )
}

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

extension NationTable {
    /// Latin letters, apostrophes inside words, and streets without a name.
    static let ukraine = NationTable(
        "UA",
        "Ukraine",
        male: """
            Anatoliy, Arkadiy, Bogodar, Borislav, Danilo, Dem'yan, Dobromir, Fedir, Gnat, Gordiy, Hariton, Homa, Ignatiy, Illya,
            Kalenik, Kindrat, Kuz'ma, Lavrin, Levko, Luk'yan, Lyubomir, Makar, Mark'yan, Matviy, Miroslav, Nazar, Nestor, Omelyan,
            Orest, Panas, Pilip, Prokip, Radomir, Rostislav, Ruslan, Sevastyan, Taras, Timofiy, Ustim, Vsevolod, Yarema, Zahar
            """,
        female: """
            Agrafena, Anfisa, Bogdana, Bozhena, Daryna, Dobroslava, Dzvenislava, Evdokiya, Feodosiya, Galyna, Glafira, Halina,
            Ilona, Ivanna, Kalina, Kateryna, Kvitoslava, Lada, Larysa, Lesya, Lyubava, Malanka, Mar'yana, Melaniya, Motrya,
            Nadiya, Odarka, Oleksandra, Orysya, Paraskeva, Rostyslava, Ruslana, Sofiya, Solomiya, Stefaniya, Tetyana, Uliana,
            Vira, Yaroslava, Yavdokha, Zlata, Zoryana
            """,
        last: """
            Andrusenko, Babiychuk, Barabash, Bezborod'ko, Bilozir, Bondarchuk, Borshchenko, Buryak, Chayka, Cherednik, Chornovil,
            Chumachenko, Danylchuk, Derkach, Dovzhik, Dudchenko, Fedoryak, Gavrilyuk, Golovko, Goncharenko, Grigorash, Hmara,
            Horoshko, Ivashchuk, Kachur, Kalynyak, Kobzarenko, Kolisnyk, Koval'ov, Kozub, Krivonis, Kucherenko, Lebid', Litvinchuk,
            Lozovyy, Lysenkov, Makogon, Marchuk, Mel'nichuk, Morozenko, Moskalyk, Nechay, Ostapchuk, Palamar, Pasichnik, Pivtorak,
            Podolyak, Rudenchuk, Samoylenko, Savchuk, Shcherban', Shinkarenko, Shulga, Sirko, Skoropad, Stel'makh, Sydorchuk,
            Tkachuk, Vdovychenko, Yatsishin, Zaporozhets'
            """,
        streetForms: "Vulicya *, Provulok *, Bul'var *",
        streetNames: """
            Akademichna, Berezova, Chervona, Dniprovs'ka, Gorikhova, Kalinova, Kozats'ka, L'vivs'ka, Mel'nichna, Naberezhna,
            P'yatihats'ka, Pidgirna, Poshtova, Richkova, Sadova, Teatral'na, Vishneva, Zelena
            """,
        cities: """
            Alchevs'k, Bila Tserkva, Berdichiv, Boryspil', Chortkiv, Drogobich, Fastiv, Gorlivka, Illintsi, Irpin', Izyum,
            Kalush, Kamyanka, Kovel', Lubni, Mirgorod, Nikopol', Nizhin, Ostrog, Poltava, Romni, Slov'yans'k, Truskavets',
            Uman', Yagotin
            """,
        states: """
            Cherkas'ka, Chernigivs'ka, Dnipropetrovs'ka, Hersons'ka, Hmel'nic'ka, Kiyivs'ka, Kirovograds'ka, L'vivs'ka,
            Mikolayivs'ka, Odes'ka, Rivnens'ka, Sums'ka, Ternopil's'ka, Vinnic'ka, Volins'ka, Zakarpats'ka, Zhitomirs'ka
            """,
        extraStreets: ["", "", "", ""]
    )
}
