### What is spoken in Serbian, in Latin letters; the Cyrillic is made from it.
###
### Every phrase stands in every language under the same name and with the same gaps. A line that
### begins with a dot is a variant of the message above it; `:` separates the two where the program
### names it (`last-move:none`). Names are those of the program and are never translated.
###
### Counted things have one form for each kind of number:
### [one] 1, 21, 31 …; [few] 2-4, 22-24 …; [other] 0, 5-20, 25 …
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
or = ili
point = tačka
article = Član { $article }.
    .adjournment = { $article } pravila za slučaj prekida partije
    .quickplay = { $article } pravila za ubrzani završetak
hours =
    { $count ->
        [one] { $number } sat
        [few] { $number } sata
       *[other] { $number } sati
    }
    .alone =
        { $count ->
            [one] { $number }
            [few] { $number }
           *[other] { $number }
        }
minutes =
    { $count ->
        [one] { $number } minut
        [few] { $number } minuta
       *[other] { $number } minuta
    }
    .alone =
        { $count ->
            [one] { $number }
            [few] { $number }
           *[other] { $number }
        }
seconds =
    { $count ->
        [one] { $feminine } sekunda
        [few] { $feminine } sekunde
       *[other] { $number } sekundi
    }
    .alone =
        { $count ->
            [one] { $feminine }
            [few] { $feminine }
           *[other] { $number }
        }
moves =
    { $count ->
        [one] { $number } potez
        [few] { $number } poteza
       *[other] { $number } poteza
    }
K =
    { $count ->
        [one] kralj
        [few] { $number } kralja
       *[other] { $number } kraljeva
    }
    .white = beli kralj
    .black = crni kralj
Q =
    { $count ->
        [one] dama
        [few] { $feminine } dame
       *[other] { $number } dama
    }
    .white = bela dama
    .black = crna dama
R =
    { $count ->
        [one] top
        [few] { $number } topa
       *[other] { $number } topova
    }
    .white = beli top
    .black = crni top
B =
    { $count ->
        [one] lovac
        [few] { $number } lovca
       *[other] { $number } lovaca
    }
    .white = beli lovac
    .black = crni lovac
N =
    { $count ->
        [one] skakač
        [few] { $number } skakača
       *[other] { $number } skakača
    }
    .white = beli skakač
    .black = crni skakač
P =
    { $count ->
        [one] jedan pešak
        [few] { $number } pešaka
       *[other] { $number } pešaka
    }
    .white = beli pešak
    .black = crni pešak

## Events
GameArranged = Nova partija: { $time }.
PlayerArrived = { $side } je tu.
GameStarted = Partija počinje. Na potezu je { $mover }.
MoveAnnounced = { $move }.
SlipCorrected = Ispravka: { $move }.
MoveExecuted = { $move }, na tabli.
MoveCompleted = { $move }, pritisnuto.
MoveRepeated =
    .right = Tačno ponovljeno.
    .wrong = Pogrešno ponovljeno: { $move }.
AdjustmentAnnounced = { $side } popravlja.
PiecesTouched = { $side }, dodirnuta polja: { $squares }.
IllegalMoveCompleted = { $move }, nelegalan potez. { $side }, greška broj { $number }.
TimeAdded = { $side }, dodato vreme: { $time }.
TimeDeducted = { $side }, oduzeto vreme: { $time }.
ClocksSet = Novo vreme: beli { $white }, crni { $black }.
ClocksStopped =
    .arbiter = Sat stoji: sudija.
    .pause = Sat stoji: pauza.
    .promotion-piece = Sat stoji: nedostaje figura.
    .displaced-pieces = Sat stoji: figure stoje pogrešno.
    .irregularity = Sat stoji: nepravilnost.
    .claim = Sat stoji: reklamacija.
    .recording = Sat stoji: nema zapisa.
ClocksStarted = Sat radi.
DrawOffered = { $side } nudi remi.
DrawDeclined = { $side } odbija remi.
DrawAccepted = { $side } prihvata remi.
DrawOfferStands = { $side }: ponuda remija i dalje važi.
ClaimUpheld = { $side }, reklamacija, { $claim }: prihvaćena.
    .move = { $side }, reklamacija, { $claim }, { $move }: prihvaćena.
ClaimRejected = { $side }, reklamacija, { $claim }: odbijena.
    .move = { $side }, reklamacija, { $claim }: odbijena. Potez: { $move }.
    .neither = { $side }, reklamacija: odbijena, ni ponavljanje pozicije ni pedeset poteza.
    .neither-with-move = { $side }, reklamacija: odbijena, ni ponavljanje pozicije ni pedeset poteza. Potez: { $move }.
QuickplayClaimed = { $side }, reklamacija: ubrzani završetak.
    .cannot-win = { $side }, reklamacija: ubrzani završetak, protivnik ne može da pobedi normalnim sredstvima.
    .no-effort = { $side }, reklamacija: ubrzani završetak, protivnik ne pokušava da pobedi.
    .both-grounds = { $side }, reklamacija: ubrzani završetak, protivnik ne može da pobedi normalnim sredstvima i ne pokušava da pobedi.
QuickplayPostponed = { $side }, reklamacija: još ne.
QuickplayRejected = { $side }, reklamacija: odbijena.
QuickplayReopened = Sudija: { $side }, reklamacija.
IncrementRequested = { $side } nudi remi ili dodato vreme: { $time }.
IncrementIntroduced = Novo vreme: { $time } za potez.
IncrementRefused = { $side } odbija dodato vreme.
Resigned = { $side } predaje partiju.
FlagFell = { $side }, prekoračenje vremena.
RulingAsked = Sudija: može li { $side } još da matira?
SealingAsked = { $side }: recite kovertirani potez, zatim svoj potez.
MoveSealed = { $side }, kovertirani potez. Sada pritisnite sat.
    .made = { $side }, kovertirani potez je onaj na tabli. Sada pritisnite sat.
GameAdjourned = Partija prekinuta, sat stoji.
GameResumed = Partija se nastavlja.
    .white = Partija se nastavlja. Beli još nije tu.
    .black = Partija se nastavlja. Crni još nije tu.
    .both = Partija se nastavlja. Oba igrača još nisu tu.
SealerTooLate = Ko je kovertirao potez, zakasnio je: prvo treba otvoriti kovertu.
EnvelopeOpened = Kovertirani potez: { $move }.
    .empty = Kovertirani potez ne može da se pročita.
PlayerWarned = { $side }, opomena.
PlayerExpelled = { $side }, isključenje sa takmičenja.
AppealMade = { $side }, žalba na odluku po članu { $article }.
AppealUpheld = { $side }, žalba na odluku po članu { $article }: usvojena.
AppealRejected = { $side }, žalba na odluku po članu { $article }: odbijena.
PositionRestored = Nazad na potez broj { $number }. Na potezu je { $mover }.
PieceSetDown = { $side }, postavljeno: { $square }.
ObjectionRaised = { $side }, reklamacija, dodirnuta polja: { $squares }.
    .released = { $side }, reklamacija, postavljeno: { $square }.
ObjectionUpheld = { $side }, reklamacija: prihvaćena.
ObjectionRejected = { $side }, reklamacija: odbijena.
    .withdrawn = { $side }, reklamacija: povučena.
ClockPressedWrongly = Pogrešno pritisnuto. { $side }, greška broj { $number }.
CorrectionProposed = { $side }: nazad na potez broj { $number }?
FaultFound = Nepravilnost. Partija se nastavlja.
    .reversed-colours = Boje su zamenjene. Partija se nastavlja.
    .turned-board = Tabla je okrenuta. Pozicija ostaje, partija se nastavlja.
    .wrong-clock = Sat je pogrešno podešen.
BoardCorrected = { $side }: tabla ispravljena.
ReasonStated = Sudija: { $words }.
MoveAnswered = { $side }, potez već odigran: { $move }.
MoveRecorded = { $side }: potez zapisan.
ScoreCompleted = { $side }: partija zapisana.
GameReconstructed = Partija zapisana.
PeriodBegun = Novi vremenski period.
ScoreSigned = { $side }: { $result }.
ResultSettled = Važi: { $result }.
    .points = Važi: { $result }. Poeni: beli { $white }, crni { $black }.
InformationAsked = { $side }: pitanje.
TimesTold = Beli { $white }, crni { $black }.
MoveCountTold = Broj poteza: { $number }.
ScoreShown = { $side }, molim: zapis.
TakebackProposed = { $side } moli: nazad na potez broj { $number }.
TakebackAccepted = { $side } prihvata.
TakebackDeclined = { $side } odbija.
RematchProposed = { $side } nudi novu partiju.
RematchAccepted = Nova partija, boje su zamenjene.
RematchDeclined = { $side }: bez nove partije.
GameEnded = { $result }: { $reason }.
    .lack-of-mate = { $result }: { $reason }, mat nije moguć.
    .points = { $result }: { $reason }. Poeni: beli { $white }, crni { $black }.
points =
    .none = nula
    .half = pola
    .one = jedan
result =
    .white-wins = Beli pobeđuje
    .black-wins = Crni pobeđuje
    .draw = Remi
    .both-lose = Oba igrača gube
    .void = Partija ne važi
end =
    .checkmate = mat
    .resignation = predaja
    .stalemate = pat
    .dead-position = mat nije moguć
    .agreement = dogovor
    .repetition = ponavljanje pozicije
    .fifty-moves = pedeset poteza
    .fivefold = petostruko ponavljanje pozicije
    .seventy-five-moves = sedamdeset pet poteza
    .flag-fall = prekoračenje vremena
    .both-flags = prekoračenje vremena oba igrača
    .lateness = kašnjenje
    .illegal-move = nelegalan potez
    .quickplay-finish = ubrzani završetak
    .sealed-move = kovertirani potez
    .penalty = kazna
    .disobedience = kazna
    .device = telefon
    .wrong-start = nepravilna početna pozicija
    .position-lost = pozicija ne može da se utvrdi
    .arbiter = odluka sudije
    .signed = tako potpisano
claim =
    .draw = remi
    .repetition = ponavljanje pozicije
    .fifty = pedeset poteza
    .quickplay = ubrzani završetak
    .cannot-win = ubrzani završetak, protivnik ne može da pobedi normalnim sredstvima
    .no-effort = ubrzani završetak, protivnik ne pokušava da pobedi
    .both-grounds = ubrzani završetak, protivnik ne može da pobedi normalnim sredstvima i ne pokušava da pobedi
    .time = prekoračenje vremena
    .illegal-move = nelegalan potez

## Refusals
NotYourRole = To ne smete.
    .arbiter = To sme samo sudija.
    .rulings = Odluka se menja drugom odlukom. Rezultat se opoziva na stranici turnira.
    .noticed = Smete samo da prijavite sudiji šta ste primetili.
BadField = To nije moguće.
GameNotStarted = Partija još nije počela.
GameAlreadyStarted = Partija je već počela.
GameIsOver = Partija je završena.
NotYourMove = Niste na potezu.
NotALegalMove = { $move }: { $reason }
PromotionPieceMissing = { $square }: koja figura?
TouchedPieceMustMove = Taknuto, maknuto: { $squares }.
NothingAnnounced = Prvo potez.
TooLateToCorrect = Kasno, sat je pritisnut.
    .begun = Kasno, partija se nastavlja.
    .made = Kasno, potez je odigran.
NotYetExecuted = Prvo na tabli: { $move }.
NotYetRepeated = Prvo ponovite: { $move }.
NothingToRepeat = Nema šta da se ponovi.
DrawAlreadyOffered = Remi je već ponuđen.
NoDrawOffered = Remi nije ponuđen.
OwnDrawOffer = To je vaša ponuda.
DrawNotYetAllowed = Remi tek posle poteza broj { $number }.
    .arbiter = Remi tek posle poteza broj { $number }, pre toga samo uz saglasnost sudije.
NoAgreedDraws = Remi samo uz saglasnost sudije.
NoAppeals = Ova pravila ne predviđaju žalbu. Pitajte organizatora turnira.
    .arbiter = Bez sudije nema žalbe.
NothingDecided = Nema odluke na koju se može žaliti.
DecisionIsFinal = Ta odluka je konačna.
ClaimLost = Kasno za reklamaciju.
NoQuickplayFinish = To nije ubrzani završetak.
    .early = Na satu treba da bude manje nego { $time }.
    .late = Kasno, vreme je isteklo.
GroundMissing = Bez sudije reklamacija mora da ima razlog: ubrzani završetak jedan, protivnik ne može da pobedi normalnim sredstvima; ubrzani završetak dva, protivnik ne pokušava da pobedi; ubrzani završetak tri, oba razloga.
FlagHasNotFallen = Zastavica još nije pala.
    .side = { $side }, zastavica još nije pala.
BothFlagsDown = Obe zastavice su pale. Partija se nastavlja.
NoIllegalMove = Poslednji potez je bio legalan.
    .any = Nema nelegalnog poteza za poništenje.
HandsNotCounted = Potez sa dve ruke se ovde ne računa kao nelegalan.
HandsOutOfTime = Potez sa dve ruke se računa samo između pritiska na sat i odgovora.
HandsRuledOn = Taj potez sa dve ruke je već uračunat.
ClocksAreStopped = Sat stoji.
ClocksAreRunning = Sat radi.
NothingSealed = Prvo kovertirani potez.
EnvelopeStillOpen = Prvo pritisnite sat: koverta je još otvorena.
SessionLastsLonger = Do kraja seanse ima više vremena nego na satu.
EnvelopeStaysShut = Prvo mora da dođe protivnik.
GameIsAdjourned = Partija je prekinuta.
    .envelope = Prvo treba otvoriti kovertu.
    .resume = Partija je prekinuta. Recite prvo: nastavak.
    .continue = Partija je prekinuta. Recite prvo: dalje.
NotAdjourned = Partija nije prekinuta.
NothingToRuleOn = Nema o čemu da se odlučuje.
RulingAwaited = Prvo sudija.
    .alone = Ovde nema sudije. Ko je reklamirao, povlači reklamaciju rečju: dalje.
ReleasedPieceStays = Postavljeno, ostaje: { $square }.
ObjectionLost = Kasno za reklamaciju.
NothingToObjectTo = Potez je bio legalan.
NotYetRecorded =
    .move = Prvo zapišite potez. Recite: zapisnik gotovo.
    .score = Prvo ceo zapis, onda recite: zapisnik gotovo.
    .scores = Zapis još nije potpun.
NotInAdvance = Prvo potez, onda zapis.
NothingToRecord = Partija je već zapisana.
GameNotOver = Partija još nije završena.
NobodyAsked = Još niko nije pitao.
NoLookAtScore = Sudijin zapis se ne pokazuje.
NothingToTakeBack = Još nema poteza.
NotAtThisTable = U ovoj partiji nije moguće.
NothingProposed = Ništa nije ponuđeno.
OwnProposal = To je vaša ponuda.
AlreadyProposed = To je već ponuđeno.

## Reasons why a move is not legal
NoSuchPiece = { $piece }, takve figure nema.
NotThere = na polju { $square } stoji { $piece }.
    .empty = polje { $square } je prazno.
NotYourPiece = na polju { $square } stoji protivnikova figura.
OwnPieceThere = na polju { $square } stoji vaša figura, { $piece }.
Blocked = na putu stoji { $piece } { $square }.
Pinned = vezivanje, { $piece } { $square }.
StillInCheck = i dalje je šah, { $piece } { $square }.
IntoCheck = tamo je šah, { $piece } { $square }.
CannotMoveThatWay = ne kreće se tako.
NothingToCapture = tamo nema šta da se uzme.
KingNotCaptured = kralj ne može da se uzme.
NeedsPromotionPiece = koja figura?
CastlingRefused =
    .king-moved = kralj više nema pravo na rokadu.
    .rook-moved = sa tim topom rokada više nije moguća.
    .no-right = pravo na rokadu je izgubljeno.
    .blocked = na putu stoji { $piece } { $square }.
    .in-check = kralj je u šahu, { $piece } { $square }.
    .through-check = na putu kralja je šah, { $piece } { $square }.
    .into-check = tamo je šah, { $piece } { $square }.
LegalAfterAll = potez je moguć.

## Questions
ask = { $choices }?
    .which = { $start } { $choices }?
    .to = { $start } na { $choices }?
    .promotion = Koja figura: { $choices }?
    .where = { $start } kuda?
    .rest = { $start }: šta dalje?
    .marked = { $side }: koje figure imaju oznaku, bele, crne ili nijedne?
    .raised = { $side }: koja su polja viša, bele ili crne boje?
confirm =
    .resign = Zaista predajete?
    .accept = Prihvatate remi?
    .claim = Zaista reklamirate: { $claim }?
    .appeal = Zaista ulažete žalbu na odluku?
    .object-to-touch = Zaista reklamirate: dodirnuto { $squares }?
    .object-to-release = Zaista reklamirate: pušteno { $squares }?
    .increment = Zaista tražite dodato vreme?
    .arbiter = Pozvati sudiju?
    .pause = Nema sudije. Zaustaviti sat?
    .adjourn = Zaista prekidate partiju?
    .sign = Zaista potpisujete, { $side }: { $result }?
    .checkmate = { $move }: tačno?
    .ends = { $move }, { $reason }: tačno?
    .order = { $what } Tačno?

## Answers
clock = { $own }, { $side } { $other }.
    .of-opponent = { $side } { $time }.
    .of-both = { $side } { $own }, { $opponent } { $other }.
time = { $time }.
time-left = { $side }: još { $time }.
behind = { $side } ima manje vremena, razlika: { $time }.
    .on = Upozorenje na vreme: { $time }.
    .off = Upozorenje na vreme: isključeno.
move-number = Potez broj { $number }.
    .none = Poteza broj { $number } još nema.
moves-to-control = Još { $moves } do vremenske kontrole posle poteza broj { $number }.
    .of-side = { $side }: još { $moves } do vremenske kontrole posle poteza broj { $number }.
    .none = Nema više vremenske kontrole.
    .none-of-side = { $side }: nema više vremenske kontrole.
whose-turn = Na potezu je { $side }.
in-check = Šah: { $list }.
    .none = Nema šaha.
last-move = { $side }: { $move }.
    .none = Još nema poteza.
what-is-on = { $square }: { $piece }.
    .empty = Polje { $square } je prazno.
where-is = { $side }, { $piece }: { $squares }.
    .none = { $side }, nema takve figure: { $piece }.
side-list = { $side }: { $list }.
captured = { $side }, izgubljeno: { $list }.
list = { $list }.
rank = Red { $number }: { $list }.
diagonal = Od { $start } do { $end }: { $list }.
more = { $command }?
    .reading = { $wish }: { $command }?
none = ništa
legal-moves = { $list }.
    .none = Nema poteza.
help = Recite: { $list }.
    .move = Recite potez ili: { $list }.
limit = { $command } ne može.
why =
    .none = Ništa nije bilo pogrešno.
    .unclear = Poslednje reči nisu bile potez ni komanda. Šta se može reći, kaže: { $command }.
repeat =
    .none = Još ništa.

## The dialogue itself
NotUnderstood = Ne razumem.
    .heard = Ne razumem; čulo se: { $words }.
writing =
    .garbled = Ne razumem: { $rest }.
    .capture = { $move }: nema šta da se uzme.
    .passing = { $move }: to nije an pasan.
    .check = { $move }: to nije šah.
    .mate = { $move }: to nije mat.
    .file = { $square }: sa koje linije?
    .wordless = Ne razumem. Šta se može reći, kaže: { $command }.
Cancelled = Dobro.
    .resign = Partija nije predata.
    .accept = Remi nije prihvaćen.
    .claim = Bez reklamacije.
    .appeal = Bez žalbe.
    .object-to-touch = Bez reklamacije.
    .object-to-release = Bez reklamacije.
    .increment = Dodato vreme nije traženo.
    .arbiter = Sudija nije pozvan.
    .pause = Sat nije zaustavljen.
    .adjourn = Partija nije prekinuta.
    .sign = Nije potpisano.
    .move = Nije odigrano: { $move }.
    .order = Ništa nije promenjeno.
HardToHear = Slabo se čujete. Bliže mikrofonu će možda biti bolje.
NamesNotLetters = Mikrofon zvuči kao telefon. Molim, govorite imena umesto slova: Ana, Bela.
MicrophoneTooLoud = Zvuk je izobličen. Pomoći će stišavanje mikrofona ili veća udaljenost od njega.
NothingAsked = Nijedno pitanje ne čeka vaš odgovor. Molim, ponovite šta želite.
Leaving = Za izlaz iz programa: Ctrl i taster C; partija ostaje sačuvana. Nije predata.
    .seat = Možete napustiti stranicu i vratiti se. Partija za to vreme teče dalje; nije predata.
premove = Onda: { $move }.
NothingThen = Onda ništa.
Listening = Koji potez?
duplex =
    .full = Slušalice: smete da prekinete.
    .half = Zvučnik: govorite posle mene.
    .soon = Zvučnik: uskoro smete da prekinete.
house =
    .understanding = Posle najave sat stoji: najviše { $time }.
    .start = Šah devetsto šezdeset. Prvi red: { $list }.
    .flag = Kad istekne vreme, partija je završena.
    .goes-on = Nastavljamo posle poteza broj { $number }. { $side }: { $move }.
    .written = { $side }: posle svakog poteza recite: zapisnik gotovo.
MicrophoneLost = { MicrophoneGone } Sat stoji.
RecognizerLost = Više ništa ne čujem. Sat stoji.
SpeakerLost = { SpeakerGone } Sat stoji.
SpeechLost = Više ne mogu da govorim. Sat stoji.
JournalLost = Partija se ne čuva. Sat stoji.
ProgramError = Greška u programu. Molim, ponovite.
ProgramEnds = Program završava rad. Partija je sačuvana.
MachineSlept = Program je bio zaustavljen. Sat stoji.
JournalBack = Partija se ponovo čuva.
EngineSilent = Šahovski program još nije odgovorio; njegov sat radi.
MicrophoneMute = Ne čujem ništa. Da li je mikrofon uključen?
MicrophoneGone = Nema mikrofona.
SpeakerGone = Nema zvučnika.
MicrophoneBack = Mikrofon ponovo radi.
SpeakerBack = Zvučnik ponovo radi.
SpeechBack = Ponovo mogu da govorim.
rematch = Nova partija? Recite: { $command }.
resumed =
    .announced = Najavljeno, nije pritisnuto: { $move }.
    .wait = Recite { $command }, pa će sat krenuti.
arbiter =
    .none = Ovde nema sudije.
spectator =
    .told = To je javljeno samo sudiji.
    .tells = Gledalac javlja: { $words }.
    .tells-named = Partija: { $white }, { $black }. Gledalac javlja: { $words }.
left =
    .opponent = Protivnik više nije tu.
    .white = Beli više nije tu.
    .white-named = Beli više nije tu: { $name }.
    .black = Crni više nije tu.
    .black-named = Crni više nije tu: { $name }.
    .own-assistant = Vaš pomoćnik više nije tu.
    .assistant-white = Pomoćnik belog više nije tu.
    .assistant-black = Pomoćnik crnog više nije tu.
back =
    .opponent = Protivnik je opet tu.
    .white = Beli je opet tu.
    .white-named = Beli je opet tu: { $name }.
    .black = Crni je opet tu.
    .black-named = Crni je opet tu: { $name }.
    .own-assistant = Vaš pomoćnik je opet tu.
    .assistant-white = Pomoćnik belog je opet tu.
    .assistant-black = Pomoćnik crnog je opet tu.
envelope =
    .key = Lozinka za kovertu je primljena.
    .key-all = Lozinka za koverte svih tabli je primljena.
    .keyless = Koverta ostaje zatvorena: niko nije dao lozinku.
    .none = Nedostaju lozinke za kovertu.
    .wanted = Prvo lozinke za kovertu, na stranici: oba igrača ili sudije.
    .shut = Koverta ostaje zatvorena: pogrešna lozinka.
    .unread = Kovertirani potez ne može da se pročita: { $words }. Odlučuje sudija.
    .illegal = Ovaj kovertirani potez je nelegalan.
    .unclear = Kovertirani potez nije jednoznačan. Navedite ceo potez.

## Peg boards, steps of the hands, boards that differ
step =
    .Lift = { $piece } sa polja { $square }.
    .Insert = { $piece } na polje { $square }.
    .LayAside = { $piece } na stranu.
    .TakeUp = u ruku: { $piece }.
steps =
    .done = Gotovo.
piece =
    .marked = { $piece } sa oznakom
    .plain = { $piece } bez oznake
compare =
    .rank = Red { $rank }: { $list }. Tačno?
    .square = { $square }: { $piece }. Tačno?
    .what = Šta stoji na polju { $square }?
    .same = Tabla se slaže.
    .differs = { $square }: na tabli { $here }, u partiji { $there }.
    .written = { $player }: zapisano, potez { $number }, { $side }: { $move }. Tačno?
    .wrote = { $side }: šta je zapisano?
    .board = Sudija: { $side }, ispraviti tablu?
    .board-players = { $side }, ispraviti tablu?
    .back = Sudija: nazad na potez broj { $number }, { $mover } na potezu?
    .back-players = Nazad na potez broj { $number }, { $mover } na potezu?
    .times = Sudija: novo vreme?
    .waits = Prvo sudija.
raised = { $file } više
board-shows = Na tabli: { $move }.
board-differs = { $side }: tabla je drugačija.
BoardLost = { $side }: tabla više nije povezana. Dalje glasom.
board-found = { $side }: tabla je opet povezana.
OpponentLost = Protivnika nema. Sat stoji.

## A player's own voice
enrol =
    .begin = Vaš glas. Molim, ponavljajte svaku reč.
    .again = Još jednom, molim: { $said }.
    .aside = Partija se nastavlja, čitanje posle.
    .few = Razumelo se premalo. Ništa nije sačuvano.
    .own = Gotovo. Vaš glas je zapamćen.
    .same = Gotovo. Vaš glas se već dobro razume.

## An event of many games
pairing = Kolo { $round }, tabla { $board }, { $side }. Protivnik: { $name }.
    .begun = Vaša tabla je spremna. Do nje vodi link: { $link }.
    .boards = Kolo { $round }: table su spremne. Do njih vodi link: { $link }.
    .bye = Kolo { $round }: bez partije, jedan poen.
    .away = Kolo { $round }: bez partije.
    .half = Kolo { $round }: bez partije, pola poena.
    .through = Kolo { $round }: bez partije, prolazite u sledeće kolo.
    .out = Kolo { $round }: ispali ste.
    .undecided = Niko nije pobedio: sudija određuje ko ide dalje.
    .none = Još nema kola.
    .undone = Kolo { $round }: više ne važi.
result-news = Kolo { $round }, tabla { $board }. Protivnik: { $name }. Novi rezultat: { $result }.
    .at-board = Kolo { $round }, tabla { $board }. Novi rezultat: { $result }.
    .forfeit = { $result } bez borbe
    .open = još ga nema
    .because = Razlog: { $words }.
result-kept = Na turniru ostaje rezultat: kolo { $round }, tabla { $board }, { $result }.
    .paired = Sledeće kolo je parovano po tome; rezultat određen ovde važiće ako prvo opozovete parovanje.
    .begun = Sledeće kolo je počelo; može da važi samo rezultat sa istim pobednikom.
    .open = Ostaje dok partija nema drugi rezultat, jer je sledeće kolo parovano.
    .set = Rezultat je određen na turniru; ispravite ga tamo.
