### The phrases spoken in Czech.
###
### Every phrase stands in every language under the same name and with the same gaps. A line that
### begins with a dot is a variant of the message above it; `:` separates the two where the program
### names it (`last-move:none`). Names are those of the program and are never translated.
###
### Counted things have one form for each kind of number:
### [one] 1; [few] 2-4; [other] 0, 5, 6 …
### A bar marks the seam inside one written word, as in the German fünf|und|siebzig.
###
### The gaps; the program fills them with words that are ready to be said:
###   $article    number of an article of the Laws
###   $black      Black's time, or what Black has
###   $board      number of a board at an event, in words
###   $choices    the possible answers, with "or" before the last
###   $claim      the claim: one of `claim`
###   $command    name of a spoken command
###   $count      how many, as a number; it is never said, but selects the form
###   $end        the square that a diagonal ends with
###   $feminine   the same number in words, before a feminine noun
###   $file       name of a file
###   $here       the piece on that square of the player's own board, or that it is empty
###   $link       words of a link on the page
###   $list       several things, with commas
###   $move       a move as it is announced
###   $mover      the side to move
###   $moves      a number of moves, in words
###   $name       name of a player
###   $number     a number in words
###   $opponent   the asker's opponent, White or Black
###   $other      the opponent's time; in events, the other side
###   $own        the asker's own time
###   $piece      name of a piece, sometimes with its colour or mark
###   $player     White or Black, the owner of a scoresheet
###   $rank       name of a rank, with what the hand feels on it
###   $reason     a reason: a whole sentence, or one of `end`
###   $rest       the words that were not understood
###   $result     one of `result`
###   $round      number of a round, in words
###   $said       the words that a person is asked to say
###   $side       White or Black
###   $square     name of a square
###   $squares    names of squares, with commas
###   $start      the piece or the square that a move begins with
###   $there      the piece on that square in the game, or that it is empty
###   $time       a time in hours, minutes and seconds
###   $what       the sentence that will announce a ruling
###   $white      White's time, or what White has
###   $wish       name of a spoken command that asked for what is interrupted
###   $words      the reason for a decision, as the arbiter wrote it

## Numbers and counted things
or = nebo
point = tečka
article = Článek { $article }.
    .adjournment = { $article } pravidel pro přerušení partie
    .quickplay = { $article } pravidel pro rychlé zakončení
hours =
    { $count ->
        [one] jedna hodina
        [few] { $feminine } hodiny
       *[other] { $number } hodin
    }
    .alone =
        { $count ->
            [one] jedna
            [few] { $feminine }
           *[other] { $number }
        }
minutes =
    { $count ->
        [one] jedna minuta
        [few] { $feminine } minuty
       *[other] { $number } minut
    }
    .alone =
        { $count ->
            [one] jedna
            [few] { $feminine }
           *[other] { $number }
        }
seconds =
    { $count ->
        [one] jedna sekunda
        [few] { $feminine } sekundy
       *[other] { $number } sekund
    }
    .alone =
        { $count ->
            [one] jedna
            [few] { $feminine }
           *[other] { $number }
        }
moves =
    { $count ->
        [one] jeden tah
        [few] { $number } tahy
       *[other] { $number } tahů
    }
K =
    { $count ->
        [one] král
        [few] { $number } králové
       *[other] { $number } králů
    }
    .white = bílý král
    .black = černý král
Q =
    { $count ->
        [one] dáma
        [few] { $feminine } dámy
       *[other] { $number } dam
    }
    .white = bílá dáma
    .black = černá dáma
R =
    { $count ->
        [one] věž
        [few] { $feminine } věže
       *[other] { $number } věží
    }
    .white = bílá věž
    .black = černá věž
B =
    { $count ->
        [one] střelec
        [few] { $number } střelci
       *[other] { $number } střelců
    }
    .white = bílý střelec
    .black = černý střelec
N =
    { $count ->
        [one] jezdec
        [few] { $number } jezdci
       *[other] { $number } jezdců
    }
    .white = bílý jezdec
    .black = černý jezdec
P =
    { $count ->
        [one] jeden pěšec
        [few] { $number } pěšci
       *[other] { $number } pěšců
    }
    .white = bílý pěšec
    .black = černý pěšec

## Events
GameArranged = Nová partie: { $time }.
PlayerArrived = { $side } je zde.
GameStarted = Partie začíná. Na tahu je { $mover }.
MoveAnnounced = { $move }.
SlipCorrected = Oprava: { $move }.
MoveExecuted = { $move }, na šachovnici.
MoveCompleted = { $move }, stisknuto.
MoveRepeated =
    .right = Zopakováno správně.
    .wrong = Zopakováno špatně: { $move }.
AdjustmentAnnounced = { $side } opravuje.
PiecesTouched = { $side }, dotknutá pole: { $squares }.
IllegalMoveCompleted = { $move }, nepřípustný tah. { $side }, chyba číslo { $number }.
TimeAdded = { $side }, přidaný čas: { $time }.
TimeDeducted = { $side }, odečtený čas: { $time }.
ClocksSet = Nový čas: bílý { $white }, černý { $black }.
ClocksStopped =
    .arbiter = Hodiny stojí: rozhodčí.
    .pause = Hodiny stojí: přestávka.
    .promotion-piece = Hodiny stojí: chybí figura.
    .displaced-pieces = Hodiny stojí: kameny stojí špatně.
    .irregularity = Hodiny stojí: nesprávnost.
    .claim = Hodiny stojí: reklamace.
    .recording = Hodiny stojí: chybí zápis.
ClocksStarted = Hodiny jdou.
DrawOffered = { $side } nabízí remízu.
DrawDeclined = { $side } odmítá remízu.
DrawAccepted = { $side } přijímá remízu.
DrawOfferStands = { $side }: nabídka remízy stále platí.
ClaimUpheld = { $side }, reklamace, { $claim }: uznána.
    .move = { $side }, reklamace, { $claim }, { $move }: uznána.
ClaimRejected = { $side }, reklamace, { $claim }: zamítnuta.
    .move = { $side }, reklamace, { $claim }: zamítnuta. Tah: { $move }.
    .neither = { $side }, reklamace: zamítnuta, ani opakování pozice, ani padesát tahů.
    .neither-with-move = { $side }, reklamace: zamítnuta, ani opakování pozice, ani padesát tahů. Tah: { $move }.
QuickplayClaimed = { $side }, reklamace: rychlé zakončení.
    .cannot-win = { $side }, reklamace: rychlé zakončení, soupeř nemůže vyhrát normálními prostředky.
    .no-effort = { $side }, reklamace: rychlé zakončení, soupeř se nesnaží vyhrát.
    .both-grounds = { $side }, reklamace: rychlé zakončení, soupeř nemůže vyhrát normálními prostředky a nesnaží se vyhrát.
QuickplayPostponed = { $side }, reklamace: ještě ne.
QuickplayRejected = { $side }, reklamace: zamítnuta.
QuickplayReopened = Rozhodčí: { $side }, reklamace.
IncrementRequested = { $side } nabízí remízu nebo přidaný čas: { $time }.
IncrementIntroduced = Nový čas: { $time } na tah.
IncrementRefused = { $side } odmítá přidaný čas.
Resigned = { $side } se vzdává.
FlagFell = { $side }, překročení času.
RulingAsked = Rozhodčí: může { $side } ještě dát mat?
SealingAsked = { $side }: řekněte pečetěný tah, potom svůj tah.
MoveSealed = { $side }, pečetěný tah. Teď stiskněte hodiny.
    .made = { $side }, pečetěný tah je ten na šachovnici. Teď stiskněte hodiny.
GameAdjourned = Partie přerušena, hodiny stojí.
GameResumed = Partie pokračuje.
    .white = Partie pokračuje. Bílý tu ještě není.
    .black = Partie pokračuje. Černý tu ještě není.
    .both = Partie pokračuje. Oba hráči ještě chybí.
SealerTooLate = Kdo pečetil, přišel pozdě: nejdřív je třeba otevřít obálku.
EnvelopeOpened = Pečetěný tah: { $move }.
    .empty = Pečetěný tah nelze přečíst.
PlayerWarned = { $side }, napomenutí.
PlayerExpelled = { $side }, vyloučení ze soutěže.
AppealMade = { $side }, odvolání proti rozhodnutí podle článku { $article }.
AppealUpheld = { $side }, odvolání proti rozhodnutí podle článku { $article }: vyhověno.
AppealRejected = { $side }, odvolání proti rozhodnutí podle článku { $article }: zamítnuto.
PositionRestored = Zpět na tah číslo { $number }. Na tahu je { $mover }.
PieceSetDown = { $side }, postaveno: { $square }.
ObjectionRaised = { $side }, reklamace, dotknutá pole: { $squares }.
    .released = { $side }, reklamace, postaveno: { $square }.
ObjectionUpheld = { $side }, reklamace: uznána.
ObjectionRejected = { $side }, reklamace: zamítnuta.
    .withdrawn = { $side }, reklamace: vzata zpět.
ClockPressedWrongly = Stisknuto špatně. { $side }, chyba číslo { $number }.
CorrectionProposed = { $side }: zpět na tah číslo { $number }?
FaultFound = Nesprávnost. Partie pokračuje.
    .reversed-colours = Barvy jsou prohozené. Partie pokračuje.
    .turned-board = Šachovnice je otočená. Pozice zůstává, partie pokračuje.
    .wrong-clock = Hodiny jsou špatně nastavené.
BoardCorrected = { $side }: šachovnice opravena.
ReasonStated = Rozhodčí: { $words }.
MoveAnswered = { $side }, tah už proveden: { $move }.
MoveRecorded = { $side }: tah zapsán.
ScoreCompleted = { $side }: partie zapsána.
GameReconstructed = Partie zapsána.
PeriodBegun = Nový časový úsek.
ScoreSigned = { $side }: { $result }.
ResultSettled = Platí: { $result }.
    .points = Platí: { $result }. Body: bílý { $white }, černý { $black }.
InformationAsked = { $side }: otázka.
TimesTold = Bílý { $white }, černý { $black }.
MoveCountTold = Počet tahů: { $number }.
ScoreShown = { $side }, prosím: zápis.
TakebackProposed = { $side } prosí: zpět na tah číslo { $number }.
TakebackAccepted = { $side } přijímá.
TakebackDeclined = { $side } odmítá.
RematchProposed = { $side } nabízí novou partii.
RematchAccepted = Nová partie, barvy jsou vyměněny.
RematchDeclined = { $side }: žádná nová partie.
GameEnded = { $result }: { $reason }.
    .lack-of-mate = { $result }: { $reason }, mat není možný.
    .points = { $result }: { $reason }. Body: bílý { $white }, černý { $black }.
points =
    .none = nula
    .half = půl
    .one = jeden
result =
    .white-wins = Bílý vyhrál
    .black-wins = Černý vyhrál
    .draw = Remíza
    .both-lose = Oba prohráli
    .void = Partie neplatí
end =
    .checkmate = mat
    .resignation = vzdání
    .stalemate = pat
    .dead-position = mat není možný
    .agreement = dohoda
    .repetition = opakování pozice
    .fifty-moves = padesát tahů
    .fivefold = pětkrát opakovaná pozice
    .seventy-five-moves = sedmdesát pět tahů
    .flag-fall = překročení času
    .both-flags = oba překročili čas
    .lateness = pozdní příchod
    .illegal-move = nepřípustný tah
    .quickplay-finish = rychlé zakončení
    .sealed-move = pečetěný tah
    .penalty = trest
    .disobedience = trest
    .device = telefon
    .wrong-start = nesprávné počáteční postavení
    .position-lost = pozici nelze obnovit
    .arbiter = rozhodnutí rozhodčího
    .signed = tak podepsáno
claim =
    .draw = remíza
    .repetition = opakování pozice
    .fifty = padesát tahů
    .quickplay = rychlé zakončení
    .cannot-win = rychlé zakončení, soupeř nemůže vyhrát normálními prostředky
    .no-effort = rychlé zakončení, soupeř se nesnaží vyhrát
    .both-grounds = rychlé zakončení, soupeř nemůže vyhrát normálními prostředky a nesnaží se vyhrát
    .time = překročení času
    .illegal-move = nepřípustný tah

## Refusals
NotYourRole = To nesmíte.
    .arbiter = To smí jen rozhodčí.
    .rulings = Rozhodnutí se mění jiným rozhodnutím. Výsledek se vrací zpět na stránce turnaje.
    .noticed = Smíte jen oznámit rozhodčímu, čeho jste si všimli.
BadField = To není možné.
GameNotStarted = Partie ještě nezačala.
GameAlreadyStarted = Partie už začala.
GameIsOver = Partie skončila.
NotYourMove = Nejste na tahu.
NotALegalMove = { $move }: { $reason }
PromotionPieceMissing = { $square }: jaká figura?
TouchedPieceMustMove = Dotknutý kámen musí táhnout: { $squares }.
NothingAnnounced = Nejdříve tah.
TooLateToCorrect = Pozdě, hodiny jsou stisknuty.
    .begun = Pozdě, partie pokračuje.
    .made = Pozdě, tah je proveden.
NotYetExecuted = Nejdříve na šachovnici: { $move }.
NotYetRepeated = Nejdříve opakujte: { $move }.
NothingToRepeat = Není co opakovat.
DrawAlreadyOffered = Remíza už je nabídnuta.
NoDrawOffered = Remíza není nabídnuta.
OwnDrawOffer = To je vaše nabídka.
DrawNotYetAllowed = Remíza až po tahu číslo { $number }.
    .arbiter = Remíza až po tahu číslo { $number }, dřív jen se souhlasem rozhodčího.
NoAgreedDraws = Remíza jen se souhlasem rozhodčího.
NoAppeals = Tato pravidla odvolání neznají. Zeptejte se prosím pořadatele turnaje.
    .arbiter = Bez rozhodčího se nelze odvolat.
NothingDecided = Není rozhodnutí, proti kterému se lze odvolat.
DecisionIsFinal = To rozhodnutí je konečné.
ClaimLost = Na reklamaci je pozdě.
NoQuickplayFinish = To není rychlé zakončení.
    .early = Musíte mít méně než { $time }.
    .late = Pozdě, čas už vypršel.
GroundMissing = Bez rozhodčího musí mít reklamace důvod: rychlé zakončení jedna, soupeř nemůže vyhrát normálními prostředky; rychlé zakončení dva, soupeř se nesnaží vyhrát; rychlé zakončení tři, oba důvody.
FlagHasNotFallen = Praporek ještě nespadl.
    .side = { $side }, praporek ještě nespadl.
BothFlagsDown = Oba praporky spadly. Partie pokračuje.
NoIllegalMove = Poslední tah byl přípustný.
    .any = Žádný nepřípustný tah ke zrušení není.
HandsNotCounted = Tah oběma rukama se tu nepočítá jako nepřípustný.
HandsOutOfTime = Tah oběma rukama se počítá jen mezi stisknutím hodin a odpovědí.
HandsRuledOn = Tento tah oběma rukama už je započítán.
ClocksAreStopped = Hodiny stojí.
ClocksAreRunning = Hodiny jdou.
NothingSealed = Nejdříve pečetěný tah.
EnvelopeStillOpen = Nejdříve stiskněte hodiny: obálka je ještě otevřená.
SessionLastsLonger = Do konce hrací doby zbývá víc času než na hodinách.
EnvelopeStaysShut = Nejdříve musí přijít soupeř.
GameIsAdjourned = Partie je přerušena.
    .envelope = Nejdřív je třeba otevřít obálku.
    .resume = Partie je přerušena. Řekněte nejdřív: obnovení.
    .continue = Partie je přerušena. Řekněte nejdřív: dále.
NotAdjourned = Partie není přerušena.
NothingToRuleOn = Není o čem rozhodovat.
RulingAwaited = Nejdříve rozhodčí.
    .alone = Rozhodčí tu není. Kdo reklamoval, vezme reklamaci zpět slovem: dále.
ReleasedPieceStays = Puštěný kámen zůstává: { $square }.
ObjectionLost = Na reklamaci je pozdě.
NothingToObjectTo = Tah byl přípustný.
NotYetRecorded =
    .move = Nejdříve zapište tah. Řekněte: zápis hotovo.
    .score = Nejdříve úplný zápis, potom řekněte: zápis hotovo.
    .scores = Zápis ještě není úplný.
NotInAdvance = Nejdříve tah, potom zápis.
NothingToRecord = Partie už je zapsána.
GameNotOver = Partie ještě neskončila.
NobodyAsked = Zatím se nikdo neptal.
NoLookAtScore = Zápis rozhodčího se neukazuje.
NothingToTakeBack = Zatím žádný tah.
NotAtThisTable = V této partii to není možné.
NothingProposed = Nic není nabídnuto.
OwnProposal = To je vaše nabídka.
AlreadyProposed = To už je nabídnuto.

## Reasons why a move is not legal
NoSuchPiece = { $piece } chybí.
NotThere = na poli { $square } stojí { $piece }.
    .empty = pole { $square } je prázdné.
NotYourPiece = na poli { $square } stojí soupeřův kámen.
OwnPieceThere = na poli { $square } stojí vlastní { $piece }.
Blocked = v cestě stojí { $piece } { $square }.
Pinned = vazba, { $piece } { $square }.
StillInCheck = stále šach, { $piece } { $square }.
IntoCheck = tam je šach, { $piece } { $square }.
CannotMoveThatWay = tak netáhne.
NothingToCapture = tam není co brát.
KingNotCaptured = krále nelze brát.
NeedsPromotionPiece = jaká figura?
CastlingRefused =
    .king-moved = král už nemá právo na rošádu.
    .rook-moved = s touto věží už není právo na rošádu.
    .no-right = právo na rošádu je ztraceno.
    .blocked = v cestě stojí { $piece } { $square }.
    .in-check = je šach, { $piece } { $square }.
    .through-check = na cestě krále je šach, { $piece } { $square }.
    .into-check = tam je šach, { $piece } { $square }.
LegalAfterAll = tah je možný.

## Questions
ask = { $choices }?
    .which = { $start } { $choices }?
    .to = { $start } na { $choices }?
    .promotion = Jaká figura: { $choices }?
    .where = { $start } kam?
    .rest = { $start }: co dál?
    .marked = { $side }: které kameny mají značku, bílé, černé nebo žádné?
    .raised = { $side }: která pole jsou vyšší, bílá nebo černá?
confirm =
    .resign = Opravdu se vzdáváte?
    .accept = Přijmout remízu?
    .claim = Opravdu reklamovat: { $claim }?
    .appeal = Opravdu se odvolat proti rozhodnutí?
    .object-to-touch = Opravdu reklamovat: dotknuto { $squares }?
    .object-to-release = Opravdu reklamovat: puštěno { $squares }?
    .increment = Opravdu žádáte o přidaný čas?
    .arbiter = Zavolat rozhodčího?
    .pause = Rozhodčí tu není. Zastavit hodiny?
    .adjourn = Opravdu přerušit partii?
    .sign = Opravdu podepsat, { $side }: { $result }?
    .checkmate = { $move }: správně?
    .ends = { $move }, { $reason }: správně?
    .order = { $what } Správně?

## Answers
clock = { $own }, { $side } { $other }.
    .of-opponent = { $side } { $time }.
    .of-both = { $side } { $own }, { $opponent } { $other }.
time = { $time }.
time-left = { $side }: ještě { $time }.
behind = { $side } má méně času, rozdíl: { $time }.
    .on = Upozornění na čas: { $time }.
    .off = Upozornění na čas: vypnuto.
move-number = Tah číslo { $number }.
    .none = Tah číslo { $number } ještě nebyl.
moves-to-control = Ještě { $moves } do časové kontroly po tahu číslo { $number }.
    .of-side = { $side }: ještě { $moves } do časové kontroly po tahu číslo { $number }.
    .none = Žádná další časová kontrola.
    .none-of-side = { $side }: žádná další časová kontrola.
whose-turn = Na tahu je { $side }.
in-check = Šach: { $list }.
    .none = Není šach.
last-move = { $side }: { $move }.
    .none = Zatím žádný tah.
what-is-on = { $square }: { $piece }.
    .empty = Pole { $square } je prázdné.
where-is = { $side }, { $piece }: { $squares }.
    .none = { $side }, chybí { $piece }.
side-list = { $side }: { $list }.
captured = { $side }, ztraceno: { $list }.
list = { $list }.
rank = Řada { $number }: { $list }.
diagonal = Od { $start } do { $end }: { $list }.
more = { $command }?
    .reading = { $wish }: { $command }?
none = nic
legal-moves = { $list }.
    .none = Žádný tah.
help = Řekněte: { $list }.
    .move = Řekněte tah nebo: { $list }.
limit = { $command } to nejde.
why =
    .none = Nic nebylo špatně.
    .unclear = Poslední slova nebyla tah ani příkaz. Co lze říci, poví: { $command }.
repeat =
    .none = Ještě nic.

## The dialogue itself
NotUnderstood = Nerozumím.
    .heard = Nerozumím; slyšeno: { $words }.
writing =
    .garbled = Nerozumím: { $rest }.
    .capture = { $move }: není co brát.
    .passing = { $move }: to není mimochodem.
    .check = { $move }: to není šach.
    .mate = { $move }: to není mat.
    .file = { $square }: z kterého sloupce?
    .wordless = Nerozumím. Co lze říci, poví: { $command }.
Cancelled = Dobře.
    .resign = Partie nebyla vzdána.
    .accept = Remíza nebyla přijata.
    .claim = Bez reklamace.
    .appeal = Bez odvolání.
    .object-to-touch = Bez reklamace.
    .object-to-release = Bez reklamace.
    .increment = Bez žádosti o čas.
    .arbiter = Rozhodčí nebyl zavolán.
    .pause = Hodiny se nezastavily.
    .adjourn = Partie nebyla přerušena.
    .sign = Nepodepsáno.
    .move = Nezahráno: { $move }.
    .order = Nic se nezměnilo.
HardToHear = Je vás špatně slyšet. Blíž k mikrofonu to možná půjde lépe.
NamesNotLetters = Mikrofon zní jako telefon. Říkejte prosím jména místo písmen: Anna, Bella.
MicrophoneTooLoud = Zvuk je přebuzený. Ztlumte prosím mikrofon, nebo mluvte z větší dálky.
NothingAsked = Žádná otázka nečeká na vaši odpověď. Zopakujte prosím, co chcete.
Leaving = Program se opouští klávesami Ctrl a C; partie zůstane uložena. Není vzdaná.
    .seat = Stránku můžete opustit a vrátit se. Partie zatím běží dál; není vzdaná.
premove = Potom: { $move }.
NothingThen = Potom nic.
Listening = Jaký tah?
duplex =
    .full = Sluchátka: smíte přerušovat.
    .half = Reproduktor: mluvte až po mně.
    .soon = Reproduktor: brzy smíte přerušovat.
house =
    .understanding = Po ohlášení stojí hodiny: nejvýše { $time }.
    .start = Šachy devět set šedesát. První řada: { $list }.
    .flag = Když vyprší čas, partie končí.
    .goes-on = Pokračujeme po tahu číslo { $number }. { $side }: { $move }.
    .written = { $side }: po každém tahu řekněte: zápis hotovo.
MicrophoneLost = { MicrophoneGone } Hodiny stojí.
RecognizerLost = Už nic neslyším. Hodiny stojí.
SpeakerLost = { SpeakerGone } Hodiny stojí.
SpeechLost = Už nemohu mluvit. Hodiny stojí.
JournalLost = Partie se neukládá. Hodiny stojí.
ProgramError = Chyba v programu. Zopakujte to prosím.
ProgramEnds = Program končí. Partie je uložena.
MachineSlept = Program byl pozastaven. Hodiny stojí.
JournalBack = Partie se opět ukládá.
EngineSilent = Šachový program zatím neodpověděl; jeho čas běží.
MicrophoneMute = Nic neslyším. Je mikrofon zapnutý?
MicrophoneGone = Mikrofon je pryč.
SpeakerGone = Reproduktor je pryč.
MicrophoneBack = Mikrofon opět funguje.
SpeakerBack = Reproduktor opět funguje.
SpeechBack = Opět mohu mluvit.
rematch = Nová partie? Řekněte: { $command }.
resumed =
    .announced = Ohlášeno, nestisknuto: { $move }.
    .wait = Řekněte { $command }, pak se hodiny rozběhnou.
arbiter =
    .none = Rozhodčí tu není.
spectator =
    .told = Dozvěděl se to jen rozhodčí.
    .tells = Divák hlásí: { $words }.
    .tells-named = Partie: { $white }, { $black }. Divák hlásí: { $words }.
left =
    .opponent = Soupeř už tu není.
    .white = Bílý už tu není.
    .white-named = Bílý už tu není: { $name }.
    .black = Černý už tu není.
    .black-named = Černý už tu není: { $name }.
    .own-assistant = Váš asistent už tu není.
    .assistant-white = Asistent bílého už tu není.
    .assistant-black = Asistent černého už tu není.
back =
    .opponent = Soupeř je zpět.
    .white = Bílý je zpět.
    .white-named = Bílý je zpět: { $name }.
    .black = Černý je zpět.
    .black-named = Černý je zpět: { $name }.
    .own-assistant = Váš asistent je zpět.
    .assistant-white = Asistent bílého je zpět.
    .assistant-black = Asistent černého je zpět.
envelope =
    .key = Heslo k obálce je přijato.
    .key-all = Heslo k obálkám všech šachovnic je přijato.
    .keyless = Obálka zůstává zavřená: nikdo nezadal heslo.
    .none = K obálce chybějí hesla.
    .wanted = Nejdříve hesla k obálce, na stránce: obou hráčů, nebo rozhodčího.
    .shut = Obálka zůstává zavřená: špatné heslo.
    .unread = Pečetěný tah nelze přečíst: { $words }. Rozhodne rozhodčí.
    .illegal = Tento pečetěný tah je nepřípustný.
    .unclear = Pečetěný tah není jednoznačný. Zadejte prosím celý tah.

## Peg boards, steps of the hands, boards that differ
step =
    .Lift = { $piece } z pole { $square }.
    .Insert = { $piece } na pole { $square }.
    .LayAside = { $piece } stranou.
    .TakeUp = do ruky: { $piece }.
steps =
    .done = Hotovo.
piece =
    .marked = { $piece } se značkou
    .plain = { $piece } bez značky
compare =
    .rank = Řada { $rank }: { $list }. Správně?
    .square = { $square }: { $piece }. Správně?
    .what = Co stojí na poli { $square }?
    .same = Šachovnice souhlasí.
    .differs = { $square }: na šachovnici { $here }, v partii { $there }.
    .written = { $player }: zapsáno, tah { $number }, { $side }: { $move }. Správně?
    .wrote = { $side }: co je zapsáno?
    .board = Rozhodčí: { $side }, opravit šachovnici?
    .board-players = { $side }, opravit šachovnici?
    .back = Rozhodčí: zpět na tah číslo { $number }, { $mover } na tahu?
    .back-players = Zpět na tah číslo { $number }, { $mover } na tahu?
    .times = Rozhodčí: nový čas?
    .waits = Nejdříve rozhodčí.
raised = { $file } výše
board-shows = Na šachovnici: { $move }.
board-differs = { $side }: šachovnice je jiná.
BoardLost = { $side }: šachovnice je pryč. Dál hlasem.
board-found = { $side }: šachovnice je tu.
OpponentLost = Soupeř je pryč. Hodiny stojí.

## A player's own voice
enrol =
    .begin = Váš hlas. Opakujte prosím každé slovo.
    .again = Ještě jednou, prosím: { $said }.
    .aside = Partie pokračuje, čtení až potom.
    .few = Bylo rozumět příliš málo. Nic nebylo uloženo.
    .own = Hotovo. Váš hlas je uložen.
    .same = Hotovo. Vašemu hlasu je už teď dobře rozumět.

## An event of many games
pairing = Kolo { $round }, šachovnice { $board }, { $side }. Soupeř: { $name }.
    .begun = Vaše šachovnice je připravena. Vede k ní odkaz: { $link }.
    .boards = Kolo { $round }: šachovnice jsou připraveny. Vede k nim odkaz: { $link }.
    .bye = Kolo { $round }: bez partie, jeden bod.
    .away = Kolo { $round }: bez partie.
    .half = Kolo { $round }: bez partie, půl bodu.
    .through = Kolo { $round }: bez partie, postupujete do dalšího kola.
    .out = Kolo { $round }: turnaj pro vás skončil.
    .undecided = Nikdo nevyhrál: kdo postupuje, určí rozhodčí.
    .none = Zatím žádné kolo.
    .undone = Kolo { $round }: už neplatí.
result-news = Kolo { $round }, šachovnice { $board }. Soupeř: { $name }. Nový výsledek: { $result }.
    .at-board = Kolo { $round }, šachovnice { $board }. Nový výsledek: { $result }.
    .forfeit = { $result } kontumačně
    .open = zatím žádný
    .because = Důvod: { $words }.
result-kept = V turnaji zůstává výsledek: kolo { $round }, šachovnice { $board }, { $result }.
    .paired = Další kolo je podle toho nalosováno; výsledek určený zde bude platit, když nejdřív vrátíte losování zpět.
    .begun = Další kolo už začalo; platit může jen výsledek se stejným vítězem.
    .open = Zůstává, dokud partie nemá jiný výsledek, protože další kolo je nalosováno.
    .set = Výsledek byl určen v turnaji; opravte ho tam.
