extension OutlookHeaders {
    static let finnish = set(
        """
        Titteli|Etunimi|Toinen nimi|Sukunimi|Jälkiliite|Yritys|Osasto|Tehtävänimike
        Lähiosoite (työ)|Lähiosoite (työ) 2|Lähiosoite (työ) 3|Postitoimipaikka (työ)|Sijaintitiedot (työ)|\
        Postinumero (työ)|Maa/alue (työ)
        Lähiosoite (koti)|Lähiosoite 2|Lähiosoite 3|Postitoimipaikka (koti)|Sijaintitiedot (koti)|\
        Postinumero (koti)|Maa/alue (koti)
        Lähiosoite (muu)|Lähiosoite (muu) 2|Lähiosoite (muu) 3|Postitoimipaikka (muu)|Sijaintitiedot (muu)|\
        Postinumero (muu)|Maa/alue (muu)
        Avustajan puhelinnumero|Työfaksi|Työpuhelin|Työpuhelin 2|Takaisinsoitto|Autopuhelin|Yrityksen puhelinvaihde|\
        Kotifaksi|Kotipuhelin|Kotipuhelin 2
        |Matkapuhelin|Muu faksi|Muu puhelin|Hakulaite|Ensisijainen puhelin|Radiopuhelin|TTY/TDD-puhelin|Teleksi
        Tili|Vuosipäivä|Avustajan nimi|Laskutustiedot|Syntymäpäivä|Yrityksen osoite (postilokero)|Luokat|Lapset|
        Sähköpostiosoite|Sähköpostin laji|Näytettävä sähköpostinimi|\
        Sähköpostiosoite 2|Sähköposti 2:n laji|Näytettävä sähköpostinimi 2|\
        Sähköpostiosoite 3|Sähköposti 3:n laji|Näytettävä sähköpostinimi 3
        Sukupuoli|Henkilötunnus|Harrastus|Kotiosoite (postilokero)|Nimikirjaimet|Vapaat ja varatut ajat|Avainsanat|\
        Kieli|Sijainti
        Vastuuhenkilön nimi|Matka|Muistilaput|Toimisto||Muu osoite (postilokero)|Prioriteetti|Yksityinen|Ammatti
        |Luottamuksellisuus|Puoliso|Käyttäjä 1|Käyttäjä 2|Käyttäjä 3|Käyttäjä 4|Web-sivu
        Etunimi Yomi|Sukunimi Yomi|Yritys Yomi
        """
    )

    static let hungarian = set(
        """
        Cím|Utónév|Középső|Vezetéknév|Utótag|Cég|Osztály|Beosztás
        Munkahely címe|2. vállalati utcacím|3. vállalati utcacím|Város (hivatal)|Megye (hivatal)|\
        Munkahely irányítószáma|Ország/régió (hivatal)
        Lakcím|2. otthoni utcacím|3. otthoni utcacím|Város (lakás)|Megye (lakás)|Irányítószám (lakás)|\
        Ország/régió (lakás)
        Más utcacím|2. utcacím|3. utcacím|Más város|Más megye|Más irányítószám|Más ország/régió
        Asszisztens telefonszáma|Hivatali fax|Hivatali telefon|Másik hivatali telefon|Visszahívás|Autótelefon|\
        Cég fővonala|Otthoni fax|Otthoni telefon|Másik otthoni telefon
        |Mobiltelefon|Egyéb fax|Egyéb telefon|Személyhívó|Elsődleges telefon|Rádiótelefon|TTY/TDD telefon|
        Számla|Évforduló|Asszisztens neve|Számlaadatok|Születésnap|Hivatali cím, postafiók|Kategóriák|Gyerekek|
        E-mail cím|E-mail típusa|E-mailhez megjelenítendő név|\
        2. e-mail cím|2. e-mail típusa|2. e-mailhez megjelenítendő név|\
        3. e-mail cím|3. e-mail típusa|3. e-mailhez megjelenítendő név
        Nem|Kormányzati azonosító|Hobbi|Otthoni cím, postafiók|Monogram|Elfoglaltság közzététele az interneten|\
        Kulcsszavak|Nyelv|Hely
        Felettes neve|Távolság|Feljegyzések|Iroda helye||Egyéb cím, postafiók|Prioritás|Magánjellegű|Foglalkozás
        |Tartalom|Házastárs|Felhasználói 1|Felhasználói 2|Felhasználói 3|Felhasználói 4|Weblap
        ||
        """
    )

    /// Greek, of which Outlook leaves nearly all names in English.
    static let greek = set(
        """
        |Όνομα||Επώνυμο||||
        ||||||Χώρα/Περιοχή εργασίας
        ||||||Χώρα/Περιοχή οικίας
        ||||||Άλλη χώρα/περιοχή
        |||||||||
        ||||||||
        |||||Τ.Θ. διεύθυνσης εργασίας|||
        ||||||||
        |||Τ.Θ. διεύθυνσης οικίας|||||
        |||||Τ.Θ. άλλης διεύθυνσης|||
        |||||||
        Όνομα Yomi|Επώνυμο Yomi|Εταιρικό Yomi
        """
    )

    static let turkish = set(
        """
        Unvan|İlk Adı|İkinci Adı|Soyadı|Sonek|Şirket|Bölüm|İş Unvanı
        İş-Cadde|İş-Cadde 2|İş-Cadde 3|İş-Şehir|İş-Bölge|İş-Posta Kodu|İş-Ülke/Bölge
        Ev-Cadde|Ev-Cadde 2|Ev-Cadde 3|Ev-Şehir|Ev-Bölge|Ev-Posta Kodu|Ev-Ülke/Bölge
        Diğer-Cadde|Diğer-Cadde 2|Diğer-Cadde 3|Diğer-Şehir|Diğer-Bölge|Diğer-Posta Kodu|Diğer-Ülke/Bölge
        Yardımcının Telefonu|İş Faks No|İş Telefon No|İş Telefonu 2|Geri Arama|Araç Telefonu|Şirket Santral Telefonu|\
        Ev-Faks No|Ev Telefonu|Ev Telefonu 2
        |Cep Telefonu|Diğer Faks No|Diğer Telefon No|Çağrı Cihazı|Birincil Telefon|Telsiz Telefon|TTY/TDD Telefonu|Teleks
        Hesap|Yıldönümü|Yardımcının Adı|Faturalama Bilgisi|Doğum günü|İş Adresi Posta Kutusu|Kategoriler|Çocuklar|
        Elektronik Posta Adresi|Elektronik Posta Türü|Elektronik Posta Görünen Adı|\
        Elektronik Posta 2 Adres|Elektronik Posta 2 Türü|Elektronik Posta 2 Görünen Adı|\
        Elektronik Posta 3 Adres|Elektronik Posta 3 Türü|Elektronik Posta 3 Görünen Adı
        Cinsiyet|Ulusal Kimlik No|Hobiler|Ev Adresi Posta Kutusu|İlk Harfler|Internet Serbest Meşgul|||Konum
        Yönetici'nin Adı|Dönem|Notlar|İşyeri Konumu||Diğer Adres Posta Kutusu|Öncelik||Meslek
        |Duyarlılık|Eşi|Kullanıcı 1|Kullanıcı 2|Kullanıcı 3|Kullanıcı 4|Web Sayfası
        Yomi Ad|Yomi Soyad|Yomi Şirket Adı
        """
    )

    static let japanese = set(
        """
        肩書き|名|ミドル ネーム|姓|敬称|会社名|部署|役職
        番地 (会社)|住所 2 (会社)|住所 3 (会社)|市町村 (会社)|都道府県 (会社)|郵便番号 (会社)|国 (会社)/地域
        番地 (自宅)|住所 2 (自宅)|住所 3 (自宅)|市町村 (自宅)|都道府県 (自宅)|郵便番号 (自宅)|国 (自宅)/地域
        番地 (その他)|住所 2 (その他)|住所 3 (その他)|市町村 (その他)|都道府県 (その他)|郵便番号 (その他)|国 (その他)/地域
        秘書の電話|会社 FAX|会社電話|会社電話 2|コールバック|自動車電話|会社代表電話|自宅 FAX|自宅電話|自宅電話 2
        |携帯電話|その他の FAX|その他の電話|ポケットベル|通常の電話|無線電話|TTY/TDD|テレックス
        アカウント|記念日|秘書の氏名|支払い条件|誕生日|会社住所私書箱|分類|子供|ディレクトリ サーバー
        電子メール アドレス|電子メールの種類|電子メール表示名|電子メール 2 アドレス|電子メール 2 の種類|\
        電子メール 2 表示名|電子メール 3 アドレス|電子メール 3 の種類|電子メール 3 表示名
        性別|ID 番号|趣味|自宅住所私書箱|イニシャル|インターネット空き時間情報|キーワード|言語|場所
        マネージャー|経費情報|メモ|事業所|会社 ID|その他住所私書箱|優先度|プライベート|職業
        参照事項|秘密度|配偶者|ユーザー 1|ユーザー 2|ユーザー 3|ユーザー 4|Web ページ
        名前フリガナ|姓フリガナ|会社名フリガナ
        """
    )

    static let korean = set(
        """
        호칭(영문)|이름|중간 이름|성|호칭(한글)|회사|부서|직함
        근무지 주소 번지|근무지 번지 2|근무지 번지 3|근무지 구/군/시|근무지 시/도|근무지 우편 번호|근무지 국가/지역
        집 번지|집 번지 2|집 번지 3|집 주소 구/군/시|집 주소 시/도|집 주소 우편 번호|집 주소 국가/지역
        기타 번지|기타 번지 2|기타 번지 3|기타 구/군/시|기타 시/도|기타 우편 번호|기타 국가/지역
        비서 전화 번호|근무지 팩스|근무처 전화|근무처 전화 2|다시 걸 전화|카폰|회사 대표 전화|집 팩스|집 전화 번호|집 전화 2
        |휴대폰|기타 팩스|기타 전화|호출기|기본 전화|무선 전화|TTY/TDD 전화|텔렉스
        계정|결혼 기념일|비서 이름|비용 정보|생일|근무처 주소 사서함|범주 항목|자녀|
        전자 메일 주소|전자 메일 유형|전자 메일 표시 이름|전자 메일 2 주소|전자 메일 2 유형|전자 메일 2 표시 이름|\
        전자 메일 3 주소|전자 메일 3 유형|전자 메일 3 표시 이름
        성별|주민 등록 번호|취미|집 주소 사서함|머리글자|인터넷 약속 있음/약속 없음|||국가
        관리자 이름|거리|메모|사무실 위치||기타 주소 사서함|우선 순위||직업
        |우편물 종류|배우자|사용자 1|사용자 2|사용자 3|사용자 4|웹 페이지
        이름(일본어 요미)|성(일본어 요미)|회사(일본어 요미)
        """
    )

    static let simplifiedChinese = set(
        """
        英文称谓|名|中间名|姓|中文称谓|单位|部门|职务
        商务地址 街道|商务地址 街道 2|商务地址 街道 3|商务地址 市/县|商务地址 省/市/自治区|商务地址 邮政编码|商务地址 国家/地区
        住宅地址 街道|住宅地址 街道 2|住宅地址 街道 3|住宅地址 市/县|住宅地址 省/市/自治区|住宅地址 邮政编码|住宅地址 国家/地区
        其他地址 街道|其他地址 街道 2|其他地址 街道 3|其他地址 市/县|其他地址 省/市/自治区|其他地址 邮政编码|其他地址 国家/地区
        助理的电话|商务传真|商务电话|商务电话 2|回电话|车载电话|单位主要电话|住宅传真|住宅电话|住宅电话 2
        |移动电话|其他传真|其他电话|寻呼机|主要电话|无绳电话|TTY/TDD 电话|电报
        帐户|纪念日|助理的姓名|记帐信息|生日|商务地址 - 邮箱|类别|子女|
        电子邮件地址|电子邮件类型|电子邮件显示名称|电子邮件 2 地址|电子邮件 2 类型|电子邮件 2 显示名|\
        电子邮件 3 地址|电子邮件 3 类型|电子邮件 3 显示名
        性别|身份证编号|业余爱好|住宅地址 - 邮箱|缩写|Internet 忙闲|||地点
        经理姓名|里程|附注|办公地点||其他地址 - 邮箱|优先级||职业
        |敏感度|配偶|用户 1|用户 2|用户 3|用户 4|网页
        给定 Yomi|姓氏 Yomi|公司 Yomi
        """
    )

    static let traditionalChinese = set(
        """
        頭銜|名字|中間名|姓氏|稱謂|公司|部門|職稱
        商務 - 街|商務 - 街 2|商務 - 街 3|商務 - 市/鎮|商務 - 縣/市|商務 - 郵遞區號|商務 - 國家/地區
        住家 - 街|住家 - 街 2|住家 - 街 3|住家 - 市/鎮|住家 - 縣/市|住家 - 郵遞區號|住家 - 國家/地區
        其他 - 街|其他 - 街 2|其他 - 街 3|其他 - 市/鎮|其他 - 縣/市|其他 - 郵遞區號|其他 - 國家/地區
        助理電話|商務傳真|商務電話|商務電話 2|回撥電話|汽車電話|公司代表線|住家傳真|住家電話|住家電話 2
        |行動電話|其他傳真|其他電話|呼叫器|代表電話|無線電話|TTY/TDD 電話|Telix
        帳戶|紀念日|助理|帳目資訊|生日|公司地址郵政信箱|類別|子女|
        電子郵件地址|電子郵件類型|電子郵件顯示名稱|電子郵件 2 地址|電子郵件 2 類型|電子郵件 2 顯示名稱|\
        電子郵件 3 地址|電子郵件 3 類型|電子郵件 3 顯示名稱
        性別|身份證字號|嗜好|住家地址郵政信箱|縮寫|網際網路空閒-忙碌中|||地點
        主管名稱|津貼|記事|辦公室||其他地址郵政信箱|優先順序||專業
        |敏感度|配偶|使用者 1|使用者 2|使用者 3|使用者 4|網頁
        名字拼音|姓氏拼音|公司拼音
        """
    )
}
