/// Short forms and variants of given names.
enum GivenNames {
    /// Whether one folded name is a form of the other.
    static func areForms(_ one: String, _ other: String) -> Bool {
        guard let groups = groups[one], let others = Self.groups[other] else { return false }
        return !groups.isDisjoint(with: others)
    }

    /// The numbers of the lines that contain a name.
    private static let groups: [String: Set<Int>] = {
        var groups: [String: Set<Int>] = [:]
        for (number, line) in table.split(separator: "\n").enumerated() {
            for name in line.split(separator: " ") { groups[String(name), default: []].insert(number) }
        }
        return groups
    }()

    /// A line for each name with its forms, without accents.
    private static let table = """
        abigail abby gail
        abraham abe bram
        adelaide adele addie
        adelheid heidi
        albert al bert bertie
        alexander alex al sandy sascha sasha xander alec alejandro aleksandr alessandro alexandre
        alexandra alex sandra sandy sasha alejandra alessandra
        alfred alf fred freddie alfredo
        amanda mandy
        andrew andy drew andreas andre andrea andres andrei andrzej
        angela angie
        anna ann anne annie anita anja anya hannah nan nancy annika
        anthony tony anton antonio antoine toni
        antonia toni antoinette
        arthur art artie arturo
        augustus august gus augustin
        barbara barb barbie babs
        bartholomew bart
        benjamin ben benny benji
        bernard bernie bernhard bernardo
        catherine katherine kathryn kate katie cathy kathy kat kitty katharina kathrin katrin katarina catarina catalina karin
        cecilia cecily cece
        charles charlie chuck chas karl carl carlos carlo
        charlotte lotte lottie charlie
        christian chris kristian
        christina christine chris chrissy tina kristina kristin kirsten
        christopher chris kit christoph christophe cristobal kris topher
        clarence clare
        cornelius neil con cornelis kees
        daniel dan danny daniele
        daniela dani danielle
        david dave davy davide
        deborah debbie deb debra
        dennis denny denis
        dmitry dimitri dima
        dominic dom nick dominik dominique
        donald don donnie
        dorothy dot dottie dolly dorothea thea
        douglas doug
        edith edie
        edmund ed ned ted
        edward ed eddie ned ted teddy eduard edouard eduardo
        eleanor ellie nell nellie nora lenore eleonora
        elizabeth elisabeth liz lizzie beth betty betsy eliza elise elsa elsie lisa lise libby bess isabel isabella sissi
        emily em emmy emilia millie
        emma em emmy
        emmanuel manny manuel
        ernest ernie ernst ernesto
        eugene gene eugen
        eva eve evie ewa
        evelyn evie lyn
        florence flo florrie
        francis frank fran francisco paco pancho francesco francois franz franciscus
        frances fran fanny francesca francisca francoise franziska
        frederick fred freddie freddy friedrich fritz frederic federico fredrik
        gabriel gabe gabriele
        gabriela gabrielle gabby gabi
        geoffrey jeffrey jeff geoff gottfried
        george georgie jorge giorgio georg georges jurgen jiri yuri
        gerald gerry jerry gerhard gerd gerard
        gertrude gertie trudy gertrud
        gregory greg gregor gregorio
        guillermo memo william
        harold harry hal harald
        helen helena nell ellen elena lena helene
        henry harry hank hal heinrich heinz henri enrique enrico henrik hendrik
        herbert herb bert
        hubert bert hugh
        ignacio nacho ignatius
        irene rena
        isaac ike zac
        isabel isabella bella izzy belle
        jacob jake jakob jack jacques jaime diego
        jacqueline jackie
        james jim jimmy jamie jem
        jane janie jenny joan johanna jana janet
        janet jan
        jason jay
        jennifer jen jenny
        jeremy jerry jeremiah
        jessica jess jessie
        joan joanie joanna johanna joanne jo
        john johnny jack jon johann johannes hans jan ian ivan juan jean giovanni sean
        johannes hannes hans jan
        jonathan jon jonny nathan
        joseph joe joey jo jose pepe josef sepp giuseppe beppe yusuf
        josephine jo josie josefine
        joshua josh
        judith judy jude
        julia julie jules giulia
        julian jules giuliano julius
        katarzyna kasia
        kenneth ken kenny
        konrad conrad kurt
        lawrence laurence larry laurie lorenz lorenzo laurent lars
        leonard len lenny leo leon leonardo leonhard
        leopold leo poldi
        lewis louis lou louie luis luigi ludwig lutz
        lillian lily lil
        linda lindy lin
        louise lou luisa
        lucas luke lukas luca luc
        lucy lucia lucille
        ludmila mila
        madeleine maddie madeline magdalena lena
        magdalena magda lena leni
        manfred manni fred
        margaret maggie meg peggy marge margie greta gretchen rita daisy margarete margarita marguerite grete
        maria mary marie mia mimi molly polly mitzi maja masha
        mark marc marcus markus marco marcos
        martha marty mattie
        martin marty
        martina tina
        matthew matt matthias mathias matthieu mateo matteo mats
        maximilian max
        maxwell max
        melissa mel missy
        michael mike mick mickey micky mitch michel miguel mikhail misha michele michal
        mildred millie
        mohammed mohammad muhammad mohamed mehmet
        monica mona monika
        nathaniel nathan nate nat
        nicholas nick nicky nicolas niklas nikolaus klaus claus nikolai nico nils niels
        nicole nicky nikki
        norbert bert
        oliver ollie olivier
        pamela pam
        patricia pat patty patsy trish tricia
        patrick pat paddy patrice patrik
        paul pablo paolo pavel pauli
        paula pauline paulina polly
        penelope penny
        peter pete pedro pietro pierre petr pjotr piotr
        philip phillip phil pip philipp philippe felipe
        rachel rae
        raymond ray raimund ramon
        rebecca becky becca
        reginald reg reggie reinhold
        richard rick ricky rich dick richie ricardo riccardo
        robert bob bobby rob robbie bert roberto rupert ruprecht
        roberta bobbie robbie
        roderick rod rick
        rodney rod
        roger rod rodge rudiger ruediger
        ronald ron ronnie
        rosemary rose rosie romy rosmarie
        rudolf rudy rudi rolf rudolph
        russell russ
        samantha sam
        samuel sam sammy
        sarah sara sally sadie
        sebastian basti seb sebastien bastian
        sergei serge sergio sergey
        siegfried sigi fred
        silvia sylvia
        simon sim simone
        sophia sophie sofia sonja zofia
        stanley stan
        stephanie steph stefanie steffi
        stephen steven steve stefan stephan etienne esteban stefano
        stuart stu stewart
        susan sue susie suzy susanne susanna suzanne sanne
        sydney sid
        terence terry terrence
        teresa theresa terry tess tessa therese resi
        theodore ted teddy theo theodor
        thomas tom tommy tomas tomasz
        timothy tim timmy
        tobias toby tobi
        ursula uschi ulla
        valentina vale tina
        valerie val
        veronica ronnie vroni veronika
        victor vic viktor
        victoria vicky vicki tori viktoria
        vincent vince vinny vincenzo vinzenz
        virginia ginny
        vladimir vlad vova volodymyr
        walter walt wally
        wilhelmina mina minna willa
        william will bill billy willy willie liam wilhelm guillaume guglielmo
        winifred fred winnie
        wolfgang wolf
        yekaterina ekaterina katya katja
        zachary zack zach zak
        """
}
