extension OutlookHeaders {
    /// Spanish, of which Outlook leaves many names in English.
    static let spanish = set(
        """
        Título|Nombre|Segundo nombre|Apellidos|Sufijo|Organización|Departamento|Puesto
        Calle del trabajo|Calle del trabajo 2|Calle del trabajo 3|Ciudad de trabajo|Provincia o estado de trabajo|\
        Código postal del trabajo|País o región del trabajo
        Calle del domicilio|Calle del domicilio 2|Calle del domicilio 3|Ciudad del domicilio|\
        Provincia o estado del domicilio|Código postal del domicilio|País o región del domicilio
        Otra calle|Otra calle 2|Otra calle 3|Otra ciudad|Otra provincia o estado|Otro código postal|Otro país o región
        Teléfono del asistente|Fax del trabajo|Teléfono del trabajo|Teléfono del trabajo 2|Devolución de llamada|\
        Teléfono del coche|Número de centralita de la organización|Fax del domicilio|Particular|Particular 2
        |Teléfono móvil;Teléfono movil|Otro fax|Otro teléfono|Localizador|Teléfono principal|Radioteléfono|\
        Número de teletipo|Télex
        Cuenta|Aniversario|Nombre del asistente|Facturación|Cumpleaños|Apartado postal de la dirección del trabajo|\
        Categorías|Hijos|Servidor de directorio
        Dirección de correo electrónico|Tipo de correo electrónico|Nombre de pantalla de correo electrónico|\
        Dirección de correo electrónico 2|Tipo de correo electrónico 2|Nombre de pantalla de correo electrónico 2|\
        Dirección del correo electrónico 3;Dirección de correo electrónico 3|Tipo de correo electrónico 3|\
        Nombre de pantalla de correo electrónico 3
        Género;Sexo||Aficiones|Apartado postal de la dirección personal|Iniciales||Palabras clave|Idioma|Ubicación
        Nombre del director|Kilometraje|Notas|Ubicación de la oficina||Otro apartado postal|Prioridad|Privado|Profesión
        |Confidencialidad|Cónyuge|Usuario 1|Usuario 2|Usuario 3|Usuario 4|Página web
        Yomi especificada|Apellido Yomi|Compañía Yomi
        """
    )

    static let italian = set(
        """
        Titolo|Nome|Secondo nome|Cognome|Titolo straniero|Società|Reparto|Posizione
        Via (uff.)|Via (uff.) 2|Via (uff.) 3|Città (uff.)|Provincia (uff.)|CAP (uff.)|\
        Paese (uff.);Paese/area geografica (uff.)
        Via (ab.)|Via (ab.) 2|Via (ab.) 3|Città (ab.)|Provincia (ab.)|CAP (ab.)|Paese (ab.);Paese/area geografica (ab.)
        Altra via|Altra via 2|Altra via 3|Altra città|Altra provincia|Altro CAP|Altro paese;Altro paese/area geografica
        Telefono assistente|Fax (uff.)|Ufficio|Ufficio 2|Richiamata automatica|Telefono auto|\
        Telefono principale società|Fax (ab.)|Abitazione|Abitazione 2
        |Cellulare|Altro fax|Altro telefono|Cercapersone|Telefono principale|Radiotelefono|Telefono TTY/TDD|
        |Anniversario|Nome assistente|Dati fatturazione|Compleanno|Indirizzo (uff.) - Casella postale|Categorie|Figli|\
        Server di directory
        Indirizzo posta elettronica|Tipo posta elettronica|Nome visualizzato posta elettronica|\
        Indirizzo posta elettronica 2|Tipo posta elettronica 2|Nome visualizzato posta elettronica 2|\
        Indirizzo posta elettronica 3|Tipo posta elettronica 3|Nome visualizzato posta elettronica 3
        Sesso|Cod. Fisc./P. IVA||Indirizzo (ab.) - Casella postale|Iniziali|Disponibilità Internet|Parole chiave|Lingua|\
        Luogo
        Nome manager|Indennità trasferta|Note|Ubicazione ufficio|Numero ID organizzativo|\
        Altro indirizzo - Casella postale|Priorità|Privato|Professione
        Presentato da|Riservatezza|Nome coniuge;Nome coniuge/partner|Utente 1|Utente 2|Utente 3|Utente 4|Pagina Web
        ||
        """
    )

    static let brazilian = set(
        """
        Tratamento|Primeiro nome|Segundo nome|Sobrenome|Sufixo|Empresa|Departamento|Cargo
        Rua do endereço comercial|Rua do endereço comercial 2|Rua do endereço comercial 3|Cidade do endereço comercial|\
        Estado do endereço comercial|CEP do endereço comercial|País/Região da Empresa
        Endereço residencial|Endereço residencial 2|Endereço residencial 3|Cidade do endereço residencial|Estado|\
        CEP do endereço residencial|País/Região de Residência
        Outro endereço|Outro endereço 2|Outro endereço 3|Cidade|Outro Estado|CEP|Outro País/Região
        Telefone do assistente|Fax comercial|Telefone comercial|Telefone comercial 2|Retorno de chamada|\
        Telefone do carro|Telefone principal da empresa|Fax residencial|Telefone residencial|Telefone residencial 2
        |Telefone celular|Outro fax|Outro telefone||Telefone principal|Radiofone|Telefone TTY/TDD|
        Conta|Datas especiais|Nome do assistente|Informações para cobrança|Aniversário|\
        Caixa postal do endereço comercial|Categorias|Filhos|Servidor de diretório
        Endereço de email|Tipo de email|Nome para exibição do email|\
        Endereço de email 2|Tipo de email 2|Nome para exibição do email 2|\
        Endereço de email 3|Tipo de email 3|Nome para exibição do email 3
        Sexo|Código do governo||Caixa postal do endereço residencial|Iniciais|Disponibilidade da Internet|\
        Palavras-chave|Idioma|Local
        Nome do gerenciador|Quilometragem|Anotações|Sala||Caixa postal de outro endereço|Prioridade|Particular|Profissão
        Indicado por|Sensibilidade|Cônjuge|Personalizado 1|Personalizado 2|Personalizado 3|Personalizado 4|Página da Web
        Yomi fornecido|Yomi (sobrenome)|Yomi (empresa)
        """
    )

    static let portuguese = set(
        """
        Título|Primeiro nome|Outros nomes/apelidos|Apelido|Sufixo|Empresa|Departamento|Cargo
        Rua da empresa|Rua da empresa 2|Rua da empresa 3|Localidade da empresa|Distrito da empresa|\
        Código postal da empresa|País/Região da Empresa
        Rua da residência|Rua da residência (2)|Rua da residência (3)|Localidade da residência|\
        Distrito da residência|Código postal da residência|País da Residência/Região
        Rua do outro endereço|Rua do outro endereço 2|Rua do outro endereço 3|Localidade do outro endereço|\
        Distrito do outro endereço|Código postal do outro endereço|Outro País/Região
        Telefone do assistente|Fax da empresa|Telefone da empresa|2º telefone da empresa|Tel. de resposta|\
        Telefone do carro|Telefone principal da empresa|Fax da residência|Telefone da residência|\
        2º telefone da residência
        RDIS|Telemóvel|Outro fax|Outro telefone||Telefone principal|Radiotelefone|Telefone TTY/TDD|
        Conta|Aniversário|Nome do assistente|Dados para facturação;Dados para faturação|Data de nascimento|\
        Apartado da empresa|Categorias|Filhos|Servidor de directório;Servidor de diretório
        Endereço de correio electrónico;Endereço de correio eletrónico|\
        Tipo de correio electrónico;Tipo de correio eletrónico|\
        Nome a apresentar para o correio electrónico;Nome a apresentar para o correio eletrónico|\
        Endereço do correio electrónico 2;Endereço do correio eletrónico 2|\
        Tipo de correio electrónico 2;Tipo de correio eletrónico 2|\
        Nome a apresentar para o correio electrónico 2;Nome a apresentar para o correio eletrónico 2|\
        Endereço do correio electrónico 3;Endereço do correio eletrónico 3|\
        Tipo de correio electrónico 3;Tipo de correio eletrónico 3|\
        Nome a apresentar para o correio electrónico 3;Nome a apresentar para o correio eletrónico 3
        Sexo|Número do BI|Passatempo|Apartado da residência|Iniciais|Disponibilidade da Internet|Palavras-chave|Idioma|\
        Localização
        Nome do gestor|Quilometragem|Notas|Gabinete||Apartado do outro endereço|Prioridade|Privado|Profissão
        Indicado por|Confidencialidade|Cônjuge|Utilizador 1|Utilizador 2|Utilizador 3|Utilizador 4|Página na Web
        ||
        """
    )

    /// French, in which the title before a name and the job have one name.
    static let french = set(
        """
        Titre|Prénom|Deuxième prénom|Nom|Suffixe|Société|Service|Titre;Fonction
        Rue (bureau)|Rue (bureau) 2|Rue (bureau) 3|Ville (bureau)|Dép/Région (bureau);Département (bureau)|\
        Code postal (bureau)|Pays/Région (bureau);Pays (bureau)
        Rue (domicile)|Rue (domicile) 2|Rue (domicile) 3|Ville (domicile)|Dép/Région (domicile);Département|\
        Code postal (domicile)|Pays/Région (domicile);Pays (domicile)
        Rue (autre)|Rue (autre) 2|Rue (autre) 3|Ville (autre)|Dép/Région (autre);Région (autre)|Code postal (autre)|\
        Pays/Région (autre);Pays (autre)
        Téléphone de l'assistant(e)|Télécopie (bureau);Fax (bureau)|Téléphone (bureau)|Téléphone 2 (bureau)|Rappel|\
        Téléphone (voiture)|Téléphone société|Télécopie (domicile);Fax (domicile)|Téléphone (domicile)|\
        Téléphone 2 (domicile)
        RNIS|Tél. mobile|Télécopie (autre);Fax (autre)|Téléphone (autre)|Récepteur de radiomessagerie|\
        Téléphone principal|Radio téléphone|Téléphone TDD/TTY|Télex
        Compte|Anniversaire de mariage ou fête|Nom de l'assistant(e)|Informations facturation|Anniversaire|\
        B.P. professionnelle|Catégories|Enfants|Serveur d'annuaire
        Adresse de messagerie|Type de messagerie|Nom complet de l'adresse de messagerie|\
        Adresse de messagerie 2|Type de messagerie 2|Nom complet de l'adresse de messagerie 2|\
        Adresse de messagerie 3|Type de messagerie 3|Nom complet de l'adresse de messagerie 3
        Sexe|Code gouvernement|Passe-temps|Boîte postale du domicile|Initiales|Disponibilité Internet|Mots clés|Langue|\
        Emplacement
        Responsable|Kilométrage||Bureau|Numéro d'identification de l'organisation|Autre boîte postale|Priorité|Privé|
        Recommandé par|Critère de diffusion|Conjoint(e)|Utilisateur 1|Utilisateur 2|Utilisateur 3|Utilisateur 4|Page Web
        Prénom Yomi|Nom Yomi|Société Yomi
        """
    )

    static let romanian = set(
        """
        Titlu|Prenume|Al doilea nume|Nume de familie|Sufix|Firmă|Serviciu|Ocupaţie
        Stradă Firmă|Strada 2 Firmă|Strada 3 Firmă|Oraş Firmă|Judeţ firmă|Cod poştal Firmă|Ţară/regiune firmă
        Stradă domiciliu|Stradă 2 domiciliu|Stradă 3 domiciliu|Oraş domiciliu|Judeţ domiciliu|Cod poştal domiciliu|\
        Ţară/regiune domiciliu
        Altă stradă|Altă stradă 2|Altă stradă 3|Alt oraş|Alt judeţ|Alt cod poştal|Altă ţară/regiune
        Număr telefon asistent|Fax firmă|Telefon firmă|Telefon 2 firmă|Revenire cu apel telefonic|Telefon pe maşină|\
        Telefon principal firmă|Fax domiciliu|Telefon domiciliu|Telefon 2 domiciliu
        |Telefon mobil|Alt fax|Alt telefon||Telefon principal|Radiotelefon|Telefon TTY/TDD|
        Cont|Aniversare|Nume asistent|Informaţii pentru facturare|Zi de naştere|Căsuţă poştală la firmă|Categorii|Copii|
        Adresă de poştă electronică|Tip de poştă electronică|Nume afişare poştă electronică|\
        Adresă poştă electronică 2|Tip poştă electronică 2|Nume afişare poştă electronică 2|\
        Adresă poştă electronică 3|Tip poştă electronică 3|Nume afişare poştă electronică 3
        Sex|Număr IDentificator la guvern|Pasiune|Căsuţă poştală la domiciliu|Iniţiale|Internet Liber Ocupat|\
        Cuvinte cheie|Limbă|Amplasare
        Nume manager|Distanţă parcursă||Amplasare birou||Căsuţă poştală la altă adresă|Prioritate|Particular|Profesie
        |Sensibilitate|Soţ(ie)|Utilizator 1|Utilizator 2|Utilizator 3|Utilizator 4|Pagină Web
        Prenume Yomi|Nume Yomi|Yomi firmă
        """
    )
}
