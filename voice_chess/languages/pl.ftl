### The phrases spoken in Polish.
###
### Every phrase stands in every language under the same name and with the same gaps. A line that
### begins with a dot is a variant of the message above it; `:` separates the two where the program
### names it (`last-move:none`). Names are those of the program and are never translated.
###
### Counted things have one form for each kind of number:
### [one] 1; [few] 2-4, 22-24 …; [many] 0, 5-21, 25 …
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
or = czy
point = punkt
article = Artykuł { $article }.
    .adjournment = { $article } wytycznych o odłożeniu partii
    .quickplay = { $article } wytycznych o szybkim finiszu
hours =
    { $count ->
        [one] godzina
        [few] { $feminine } godziny
       *[many] { $number } godzin
    }
    .alone =
        { $count ->
            [one] jedna
            [few] { $feminine }
           *[many] { $number }
        }
minutes =
    { $count ->
        [one] jedna minuta
        [few] { $feminine } minuty
       *[many] { $number } minut
    }
    .alone =
        { $count ->
            [one] jedna
            [few] { $feminine }
           *[many] { $number }
        }
seconds =
    { $count ->
        [one] jedna sekunda
        [few] { $feminine } sekundy
       *[many] { $number } sekund
    }
    .alone =
        { $count ->
            [one] jedna
            [few] { $feminine }
           *[many] { $number }
        }
moves =
    { $count ->
        [one] jedno posunięcie
        [few] { $number } posunięcia
       *[many] { $number } posunięć
    }
K =
    { $count ->
        [one] król
        [few] { $number } króle
       *[many] { $number } króli
    }
    .white = biały król
    .black = czarny król
Q =
    { $count ->
        [one] hetman
        [few] { $number } hetmany
       *[many] { $number } hetmanów
    }
    .white = biały hetman
    .black = czarny hetman
R =
    { $count ->
        [one] wieża
        [few] { $feminine } wieże
       *[many] { $number } wież
    }
    .white = biała wieża
    .black = czarna wieża
B =
    { $count ->
        [one] goniec
        [few] { $number } gońce
       *[many] { $number } gońców
    }
    .white = biały goniec
    .black = czarny goniec
N =
    { $count ->
        [one] skoczek
        [few] { $number } skoczki
       *[many] { $number } skoczków
    }
    .white = biały skoczek
    .black = czarny skoczek
P =
    { $count ->
        [one] jeden pion
        [few] { $number } piony
       *[many] { $number } pionów
    }
    .white = biały pion
    .black = czarny pion

## Events
GameArranged = Nowa partia: { $time }.
PlayerArrived = { $side } są obecne.
GameStarted = Partia się zaczyna. Na posunięciu { $mover }.
MoveAnnounced = { $move }.
SlipCorrected = Poprawka: { $move }.
MoveExecuted = { $move }, wykonane.
MoveCompleted = { $move }, zegar naciśnięty.
MoveRepeated =
    .right = Powtórzono dobrze.
    .wrong = Powtórzono źle: { $move }.
AdjustmentAnnounced = { $side }: poprawiam.
PiecesTouched = { $side }, dotknięte pola: { $squares }.
IllegalMoveCompleted = { $move }, posunięcie nieprawidłowe. { $side }, błąd numer { $number }.
TimeAdded = { $side }, czas dodany: { $time }.
TimeDeducted = { $side }, czas odjęty: { $time }.
ClocksSet = Nowy czas: białe { $white }, czarne { $black }.
ClocksStopped =
    .arbiter = Zegar stoi: sędzia.
    .pause = Zegar stoi: przerwa.
    .promotion-piece = Zegar stoi: brak figury.
    .displaced-pieces = Zegar stoi: bierki stoją źle.
    .irregularity = Zegar stoi: nieprawidłowość.
    .claim = Zegar stoi: reklamacja.
    .recording = Zegar stoi: brak zapisu.
ClocksStarted = Zegar idzie.
DrawOffered = { $side } proponują remis.
DrawDeclined = { $side } odrzucają remis.
DrawAccepted = { $side } przyjmują remis.
DrawOfferStands = { $side }: propozycja remisu nadal obowiązuje.
ClaimUpheld = { $side }, reklamacja, { $claim }: uznana.
    .move = { $side }, reklamacja, { $claim }, { $move }: uznana.
ClaimRejected = { $side }, reklamacja, { $claim }: odrzucona.
    .move = { $side }, reklamacja, { $claim }: odrzucona. Posunięcie: { $move }.
    .neither = { $side }, reklamacja: odrzucona, ani powtórzenie pozycji, ani pięćdziesiąt posunięć.
    .neither-with-move = { $side }, reklamacja: odrzucona, ani powtórzenie pozycji, ani pięćdziesiąt posunięć. Posunięcie: { $move }.
QuickplayClaimed = { $side }, reklamacja: szybki finisz.
    .cannot-win = { $side }, reklamacja: szybki finisz, przeciwnik nie może wygrać zwykłymi środkami.
    .no-effort = { $side }, reklamacja: szybki finisz, przeciwnik nie stara się wygrać.
    .both-grounds = { $side }, reklamacja: szybki finisz, przeciwnik nie może wygrać zwykłymi środkami i nie stara się wygrać.
QuickplayPostponed = { $side }, reklamacja: jeszcze nie.
QuickplayRejected = { $side }, reklamacja: odrzucona.
QuickplayReopened = Sędzia: { $side }, reklamacja.
IncrementRequested = { $side } proponują remis lub dodatkowy czas: { $time }.
IncrementIntroduced = Nowy czas: { $time } na posunięcie.
IncrementRefused = { $side } odrzucają dodatkowy czas.
Resigned = { $side } poddają się.
FlagFell = { $side }, przekroczenie czasu.
RulingAsked = Sędzia: czy { $side } mogą jeszcze dać mata?
SealingAsked = { $side }: proszę powiedzieć tajne posunięcie, potem ruch.
MoveSealed = { $side }, tajne posunięcie. Teraz proszę nacisnąć zegar.
    .made = { $side }, tajne posunięcie jest już na szachownicy. Teraz proszę nacisnąć zegar.
GameAdjourned = Partia odłożona, zegar stoi.
GameResumed = Partia wznowiona.
    .white = Partia wznowiona. Białych jeszcze nie ma.
    .black = Partia wznowiona. Czarnych jeszcze nie ma.
    .both = Partia wznowiona. Obu graczy jeszcze nie ma.
SealerTooLate = Spóźnienie strony z tajnym posunięciem: najpierw trzeba otworzyć kopertę.
EnvelopeOpened = Tajne posunięcie: { $move }.
    .empty = Tajnego posunięcia nie można odczytać.
PlayerWarned = { $side }, ostrzeżenie.
PlayerExpelled = { $side }, usunięcie z turnieju.
AppealMade = { $side }, odwołanie od decyzji według artykułu { $article }.
AppealUpheld = { $side }, odwołanie od decyzji według artykułu { $article }: uwzględnione.
AppealRejected = { $side }, odwołanie od decyzji według artykułu { $article }: odrzucone.
PositionRestored = Powrót do posunięcia numer { $number }. Na posunięciu { $mover }.
PieceSetDown = { $side }, postawione: { $square }.
ObjectionRaised = { $side }, reklamacja, dotknięte pola: { $squares }.
    .released = { $side }, reklamacja, postawione: { $square }.
ObjectionUpheld = { $side }, reklamacja: uznana.
ObjectionRejected = { $side }, reklamacja: odrzucona.
    .withdrawn = { $side }, reklamacja: wycofana.
ClockPressedWrongly = Zegar naciśnięty źle. { $side }, błąd numer { $number }.
CorrectionProposed = { $side }: powrót do posunięcia numer { $number }?
FaultFound = Nieprawidłowość. Partia trwa dalej.
    .reversed-colours = Zamienione kolory. Partia trwa dalej.
    .turned-board = Szachownica jest obrócona. Pozycja zostaje, partia trwa dalej.
    .wrong-clock = Zegar jest źle ustawiony.
BoardCorrected = { $side }: szachownica poprawiona.
ReasonStated = Sędzia: { $words }.
MoveAnswered = { $side }, posunięcie wykonane: { $move }.
MoveRecorded = { $side }: posunięcie zapisane.
ScoreCompleted = { $side }: partia zapisana.
GameReconstructed = Partia zapisana.
PeriodBegun = Nowa kontrola czasu.
ScoreSigned = { $side }: { $result }.
ResultSettled = Wynik: { $result }.
    .points = Wynik: { $result }. Punkty: białe { $white }, czarne { $black }.
InformationAsked = { $side }: pytanie.
TimesTold = Białe { $white }, czarne { $black }.
MoveCountTold = Liczba posunięć: { $number }.
ScoreShown = { $side }, proszę: zapis.
TakebackProposed = { $side }, prośba: powrót do posunięcia numer { $number }.
TakebackAccepted = { $side }: zgoda.
TakebackDeclined = { $side }: odmowa.
RematchProposed = { $side } proponują nową partię.
RematchAccepted = Nowa partia, kolory zamienione.
RematchDeclined = { $side }: bez nowej partii.
GameEnded = { $result }: { $reason }.
    .lack-of-mate = { $result }: { $reason }, mat niemożliwy.
    .points = { $result }: { $reason }. Punkty: białe { $white }, czarne { $black }.
points =
    .none = zero
    .half = pół
    .one = jeden
result =
    .white-wins = Białe wygrywają
    .black-wins = Czarne wygrywają
    .draw = Remis
    .both-lose = Obie strony przegrywają
    .void = Partia unieważniona
end =
    .checkmate = mat
    .resignation = poddanie
    .stalemate = pat
    .dead-position = mat niemożliwy
    .agreement = zgoda
    .repetition = powtórzenie pozycji
    .fifty-moves = pięćdziesiąt posunięć
    .fivefold = pięciokrotne powtórzenie pozycji
    .seventy-five-moves = siedemdziesiąt pięć posunięć
    .flag-fall = przekroczenie czasu
    .both-flags = przekroczenie czasu przez obie strony
    .lateness = spóźnienie
    .illegal-move = posunięcie nieprawidłowe
    .quickplay-finish = szybki finisz
    .sealed-move = tajne posunięcie
    .penalty = kara
    .disobedience = kara
    .device = telefon
    .wrong-start = błędna pozycja początkowa
    .position-lost = pozycji nie da się odtworzyć
    .arbiter = decyzja sędziego
    .signed = tak podpisano
claim =
    .draw = remis
    .repetition = powtórzenie pozycji
    .fifty = pięćdziesiąt posunięć
    .quickplay = szybki finisz
    .cannot-win = szybki finisz, przeciwnik nie może wygrać zwykłymi środkami
    .no-effort = szybki finisz, przeciwnik nie stara się wygrać
    .both-grounds = szybki finisz, przeciwnik nie może wygrać zwykłymi środkami i nie stara się wygrać
    .time = przekroczenie czasu
    .illegal-move = posunięcie nieprawidłowe

## Refusals
NotYourRole = Tego nie wolno.
    .arbiter = To wolno tylko sędziemu.
    .rulings = Decyzję zmienia się inną decyzją. Wynik cofa się na stronie turnieju.
    .noticed = Wolno tylko zgłosić sędziemu, co zauważono.
BadField = To niemożliwe.
GameNotStarted = Partia jeszcze się nie zaczęła.
GameAlreadyStarted = Partia już się zaczęła.
GameIsOver = Partia jest zakończona.
NotYourMove = Na posunięciu jest przeciwnik.
NotALegalMove = { $move }: { $reason }
PromotionPieceMissing = { $square }: jaka figura?
TouchedPieceMustMove = Dotknięte, więc idzie: { $squares }.
NothingAnnounced = Najpierw posunięcie.
TooLateToCorrect = Za późno, zegar naciśnięty.
    .begun = Za późno, partia trwa dalej.
    .made = Za późno, posunięcie jest wykonane.
NotYetExecuted = Najpierw na szachownicy: { $move }.
NotYetRepeated = Najpierw powtórzyć: { $move }.
NothingToRepeat = Nie ma czego powtarzać.
DrawAlreadyOffered = Remis jest już zaproponowany.
NoDrawOffered = Nie ma propozycji remisu.
OwnDrawOffer = To własna propozycja.
DrawNotYetAllowed = Remis dopiero po posunięciu numer { $number }.
    .arbiter = Remis dopiero po posunięciu numer { $number }, wcześniej tylko za zgodą sędziego.
NoAgreedDraws = Remis tylko za zgodą sędziego.
NoAppeals = Te przepisy nie mówią o odwołaniach. Proszę zapytać organizatora turnieju.
    .arbiter = Bez sędziego nie ma odwołania.
NothingDecided = Nie ma decyzji, od której można się odwołać.
DecisionIsFinal = Ta decyzja jest ostateczna.
ClaimLost = Za późno na reklamację.
NoQuickplayFinish = To nie szybki finisz.
    .early = Trzeba mieć mniej niż { $time } na zegarze.
    .late = Za późno, czas już upłynął.
GroundMissing = Bez sędziego reklamacja wymaga powodu: szybki finisz jeden, przeciwnik nie może wygrać zwykłymi środkami; szybki finisz dwa, przeciwnik nie stara się wygrać; szybki finisz trzy, oba powody.
FlagHasNotFallen = Chorągiewka jeszcze nie opadła.
    .side = { $side }, chorągiewka jeszcze nie opadła.
BothFlagsDown = Obie chorągiewki opadły. Partia trwa dalej.
NoIllegalMove = Ostatnie posunięcie było prawidłowe.
    .any = Nie ma nieprawidłowego posunięcia do anulowania.
HandsNotCounted = Ruch dwiema rękami nie liczy się tu jako nieprawidłowy.
HandsOutOfTime = Ruch dwiema rękami można zgłosić tylko po naciśnięciu zegara i przed odpowiedzią.
HandsRuledOn = Ten ruch dwiema rękami jest już policzony.
ClocksAreStopped = Zegar stoi.
ClocksAreRunning = Zegar idzie.
NothingSealed = Najpierw tajne posunięcie.
EnvelopeStillOpen = Proszę najpierw nacisnąć zegar: koperta jest jeszcze otwarta.
SessionLastsLonger = Do końca sesji zostało więcej czasu niż na zegarze.
EnvelopeStaysShut = Najpierw musi przyjść przeciwnik.
GameIsAdjourned = Partia jest odłożona.
    .envelope = Najpierw trzeba otworzyć kopertę.
    .resume = Partia jest odłożona. Najpierw trzeba powiedzieć: wznowienie.
    .continue = Partia jest odłożona. Najpierw trzeba powiedzieć: dalej.
NotAdjourned = Partia nie jest odłożona.
NothingToRuleOn = Nie ma o czym rozstrzygać.
RulingAwaited = Najpierw sędzia.
    .alone = Nie ma sędziego. Kto reklamował, wycofuje reklamację słowem: dalej.
ReleasedPieceStays = Postawione, więc stoi: { $square }.
ObjectionLost = Za późno na reklamację.
NothingToObjectTo = Posunięcie było prawidłowe.
NotYetRecorded =
    .move = Najpierw zapis posunięcia. Proszę powiedzieć: zapis gotowe.
    .score = Najpierw pełny zapis, potem proszę powiedzieć: zapis gotowe.
    .scores = Zapis nie jest jeszcze pełny.
NotInAdvance = Najpierw posunięcie, potem zapis.
NothingToRecord = Partia jest już zapisana.
GameNotOver = Partia nie jest jeszcze zakończona.
NobodyAsked = Nikt jeszcze nie pytał.
NoLookAtScore = Zapisu sędziego się nie pokazuje.
NothingToTakeBack = Nie było jeszcze posunięcia.
NotAtThisTable = W tej partii niemożliwe.
NothingProposed = Nie ma propozycji.
OwnProposal = To własna propozycja.
AlreadyProposed = To jest już zaproponowane.

## Reasons why a move is not legal
NoSuchPiece = { $piece }, takiej bierki nie ma.
NotThere = na polu { $square } stoi { $piece }.
    .empty = pole { $square } jest puste.
NotYourPiece = na polu { $square } stoi bierka przeciwnika.
OwnPieceThere = na polu { $square } stoi własna bierka, { $piece }.
Blocked = blokuje { $piece } { $square }.
Pinned = związanie, { $piece } { $square }.
StillInCheck = nadal szach, { $piece } { $square }.
IntoCheck = tam jest szach, { $piece } { $square }.
CannotMoveThatWay = tak nie chodzi.
NothingToCapture = tam nie ma co bić.
KingNotCaptured = króla się nie bije.
NeedsPromotionPiece = jaka figura?
CastlingRefused =
    .king-moved = królem nie można już roszować.
    .rook-moved = tą wieżą nie można już roszować.
    .no-right = prawo do roszady jest utracone.
    .blocked = blokuje { $piece } { $square }.
    .in-check = jest szach, { $piece } { $square }.
    .through-check = na drodze króla jest szach, { $piece } { $square }.
    .into-check = tam jest szach, { $piece } { $square }.
LegalAfterAll = posunięcie jest możliwe.

## Questions
ask = { $choices }?
    .which = { $start } { $choices }?
    .to = { $start } na { $choices }?
    .promotion = Jaka figura: { $choices }?
    .where = { $start } dokąd?
    .rest = { $start }: co dalej?
    .marked = { $side }: które bierki mają znak, białe, czarne czy żadne?
    .raised = { $side }: które pola są wyższe, białe czy czarne?
confirm =
    .resign = Na pewno poddać partię?
    .accept = Przyjąć remis?
    .claim = Na pewno reklamować: { $claim }?
    .appeal = Na pewno odwołać się od decyzji?
    .object-to-touch = Na pewno reklamować: dotknięte { $squares }?
    .object-to-release = Na pewno reklamować: puszczone { $squares }?
    .increment = Na pewno prosić o dodatkowy czas?
    .arbiter = Wezwać sędziego?
    .pause = Nie ma sędziego. Zatrzymać zegar?
    .adjourn = Na pewno odłożyć partię?
    .sign = Na pewno podpisać, { $side }: { $result }?
    .checkmate = { $move }: dobrze?
    .ends = { $move }, { $reason }: dobrze?
    .order = { $what } Dobrze?

## Answers
clock = { $own }, { $side } { $other }.
    .of-opponent = { $side } { $time }.
    .of-both = { $side } { $own }, { $opponent } { $other }.
time = { $time }.
time-left = { $side }: jeszcze { $time }.
behind = { $side } mają mniej czasu, różnica: { $time }.
    .on = Ostrzeżenie o czasie: { $time }.
    .off = Ostrzeżenie o czasie: wyłączone.
move-number = Posunięcie numer { $number }.
    .none = Posunięcia numer { $number } jeszcze nie było.
moves-to-control = Jeszcze { $moves } do kontroli czasu po posunięciu numer { $number }.
    .of-side = { $side }: jeszcze { $moves } do kontroli czasu po posunięciu numer { $number }.
    .none = Nie ma już kontroli czasu.
    .none-of-side = { $side }: nie ma już kontroli czasu.
whose-turn = Na posunięciu { $side }.
in-check = Szach: { $list }.
    .none = Nie ma szacha.
last-move = { $side }: { $move }.
    .none = Nie było jeszcze posunięcia.
what-is-on = Pole { $square }: { $piece }.
    .empty = Pole { $square } jest puste.
where-is = { $side }, { $piece }: { $squares }.
    .none = { $side }, nie ma takiej bierki: { $piece }.
side-list = { $side }: { $list }.
captured = { $side }, stracone: { $list }.
list = { $list }.
rank = Rząd { $number }: { $list }.
diagonal = Od { $start } do { $end }: { $list }.
more = { $command }?
    .reading = { $wish }: { $command }?
none = nic
legal-moves = { $list }.
    .none = Nie ma możliwego posunięcia.
help = Można powiedzieć: { $list }.
    .move = Można podać posunięcie albo powiedzieć: { $list }.
limit = { $command } się nie da.
why =
    .none = Nie było żadnego błędu.
    .unclear = Ostatnie słowa nie były posunięciem ani poleceniem. Co można powiedzieć, mówi: { $command }.
repeat =
    .none = Jeszcze nic.

## The dialogue itself
NotUnderstood = Nie rozumiem.
    .heard = Nie rozumiem; usłyszane: { $words }.
writing =
    .garbled = Nie rozumiem: { $rest }.
    .capture = { $move }: nie ma co bić.
    .passing = { $move }: nie w przelocie.
    .check = { $move }: to nie szach.
    .mate = { $move }: to nie mat.
    .file = { $square }: z której linii?
    .wordless = Nie rozumiem. Co można powiedzieć, mówi: { $command }.
Cancelled = Dobrze.
    .resign = Partii nie poddano.
    .accept = Remisu nie przyjęto.
    .claim = Bez reklamacji.
    .appeal = Bez odwołania.
    .object-to-touch = Bez reklamacji.
    .object-to-release = Bez reklamacji.
    .increment = Nie poproszono o czas.
    .arbiter = Sędziego nie wezwano.
    .pause = Zegara nie zatrzymano.
    .adjourn = Partii nie odłożono.
    .sign = Nie podpisano.
    .move = Nie zagrano: { $move }.
    .order = Nic nie zmieniono.
HardToHear = Słabo słychać. Bliżej mikrofonu może być lepiej.
NamesNotLetters = Mikrofon brzmi jak telefon. Proszę mówić imiona zamiast liter: Anna, Bella.
MicrophoneTooLoud = Dźwięk jest przesterowany. Pomoże ściszenie mikrofonu albo większa odległość od niego.
NothingAsked = Żadne pytanie nie czeka tu na odpowiedź. Proszę powtórzyć, o co chodzi.
Leaving = Z programu wychodzi się klawiszami Ctrl i C; partia zostaje zapisana. Nie jest poddana.
    .seat = Można opuścić stronę i wrócić. Partia toczy się dalej; nie jest poddana.
premove = Potem: { $move }.
NothingThen = Potem nic.
Listening = Jakie posunięcie?
duplex =
    .full = Słuchawki: wolno przerywać.
    .half = Głośnik: proszę mówić po mnie.
    .soon = Głośnik: wkrótce wolno przerywać.
house =
    .understanding = Zegar stoi po zapowiedzi: najwyżej { $time }.
    .start = Szachy dziewięćset sześćdziesiąt. Pierwszy rząd: { $list }.
    .flag = Gdy skończy się czas, skończy się partia.
    .goes-on = Ciąg dalszy po posunięciu numer { $number }. { $side }: { $move }.
    .written = { $side }: po każdym posunięciu proszę powiedzieć: zapis gotowe.
MicrophoneLost = { MicrophoneGone } Zegar stoi.
RecognizerLost = Nic już nie słyszę. Zegar stoi.
SpeakerLost = { SpeakerGone } Zegar stoi.
SpeechLost = Nie mogę już mówić. Zegar stoi.
JournalLost = Partia nie jest zapisywana. Zegar stoi.
ProgramError = Błąd programu. Proszę powtórzyć.
ProgramEnds = Program kończy pracę. Partia jest zapisana.
MachineSlept = Program był wstrzymany. Zegar stoi.
JournalBack = Partia znów jest zapisywana.
EngineSilent = Silnik szachowy jeszcze nie odpowiedział; jego zegar idzie.
MicrophoneMute = Nic nie słyszę. Czy mikrofon jest włączony?
MicrophoneGone = Nie ma mikrofonu.
SpeakerGone = Nie ma głośnika.
MicrophoneBack = Mikrofon znów działa.
SpeakerBack = Głośnik znów działa.
SpeechBack = Znów mogę mówić.
rematch = Nowa partia? Proszę powiedzieć: { $command }.
resumed =
    .announced = Zapowiedziane, nienaciśnięte: { $move }.
    .wait = Proszę powiedzieć { $command }, wtedy zegar ruszy.
arbiter =
    .none = Nie ma tu sędziego.
spectator =
    .told = Dowiedział się o tym tylko sędzia.
    .tells = Widz zgłasza: { $words }.
    .tells-named = Partia: { $white }, { $black }. Widz zgłasza: { $words }.
left =
    .opponent = Przeciwnika już tu nie ma.
    .white = Białe odeszły.
    .white-named = Białe odeszły: { $name }.
    .black = Czarne odeszły.
    .black-named = Czarne odeszły: { $name }.
    .own-assistant = Asystenta już tu nie ma.
    .assistant-white = Asystenta białych już tu nie ma.
    .assistant-black = Asystenta czarnych już tu nie ma.
back =
    .opponent = Przeciwnik znów tu jest.
    .white = Białe wróciły.
    .white-named = Białe wróciły: { $name }.
    .black = Czarne wróciły.
    .black-named = Czarne wróciły: { $name }.
    .own-assistant = Asystent znów tu jest.
    .assistant-white = Asystent białych znów tu jest.
    .assistant-black = Asystent czarnych znów tu jest.
envelope =
    .key = Hasło do koperty przyjęte.
    .key-all = Hasło do kopert wszystkich szachownic przyjęte.
    .keyless = Koperta pozostaje zamknięta: nikt nie podał hasła.
    .none = Brak haseł do koperty.
    .wanted = Najpierw hasła do koperty, na stronie: obu graczy albo sędziego.
    .shut = Koperta pozostaje zamknięta: złe hasło.
    .unread = Nie da się odczytać tajnego posunięcia: { $words }. Decyduje sędzia.
    .illegal = To tajne posunięcie jest nieprawidłowe.
    .unclear = Tajne posunięcie nie jest jednoznaczne. Proszę podać całe posunięcie.

## Peg boards, steps of the hands, boards that differ
step =
    .Lift = { $piece } z pola { $square }.
    .Insert = { $piece } na pole { $square }.
    .LayAside = { $piece } na bok.
    .TakeUp = do ręki: { $piece }.
steps =
    .done = Gotowe.
piece =
    .marked = { $piece } ze znakiem
    .plain = { $piece } bez znaku
compare =
    .rank = Rząd { $rank }: { $list }. Dobrze?
    .square = { $square }: { $piece }. Dobrze?
    .what = Co stoi na polu { $square }?
    .same = Szachownica się zgadza.
    .differs = { $square }: na szachownicy { $here }, w partii { $there }.
    .written = { $player }: zapisane, posunięcie { $number }, { $side }: { $move }. Dobrze?
    .wrote = { $side }: co jest zapisane?
    .board = Sędzia: { $side }, poprawić szachownicę?
    .board-players = { $side }, poprawić szachownicę?
    .back = Sędzia: powrót do posunięcia numer { $number }, { $mover } na posunięciu?
    .back-players = Powrót do posunięcia numer { $number }, { $mover } na posunięciu?
    .times = Sędzia: nowy czas?
    .waits = Najpierw sędzia.
raised = { $file } wyżej
board-shows = Na szachownicy: { $move }.
board-differs = { $side }: szachownica się różni.
BoardLost = { $side }: nie ma szachownicy. Dalej głosem.
board-found = { $side }: szachownica jest.
OpponentLost = Nie ma przeciwnika. Zegar stoi.

## A player's own voice
enrol =
    .begin = Nauka głosu. Proszę powtarzać każde słowo.
    .again = Jeszcze raz, proszę: { $said }.
    .aside = Partia trwa dalej, czytanie potem.
    .few = Zrozumiano zbyt mało. Niczego nie zapisano.
    .own = Gotowe. Głos został zapamiętany.
    .same = Gotowe. Ten głos już teraz jest dobrze rozumiany.

## An event of many games
pairing = Runda { $round }, szachownica { $board }, { $side }. Przeciwnik: { $name }.
    .begun = Twoja szachownica jest gotowa. Prowadzi do niej link: { $link }.
    .boards = Runda { $round }: szachownice są gotowe. Prowadzi do nich link: { $link }.
    .bye = Runda { $round }: bez partii, jeden punkt.
    .away = Runda { $round }: bez partii.
    .half = Runda { $round }: bez partii, pół punktu.
    .through = Runda { $round }: bez partii, awans do następnej rundy.
    .out = Runda { $round }: koniec udziału w turnieju.
    .undecided = Nikt nie wygrał: sędzia ustali, kto przechodzi dalej.
    .none = Jeszcze nie ma rundy.
    .undone = Runda { $round }: już nie obowiązuje.
result-news = Runda { $round }, szachownica { $board }. Przeciwnik: { $name }. Nowy wynik: { $result }.
    .at-board = Runda { $round }, szachownica { $board }. Nowy wynik: { $result }.
    .forfeit = { $result } walkowerem
    .open = jeszcze go nie ma
    .because = Powód: { $words }.
result-kept = W turnieju pozostaje wynik: runda { $round }, szachownica { $board }, { $result }.
    .paired = Następna runda jest według tego skojarzona; aby liczył się wynik podany tutaj, proszę najpierw cofnąć kojarzenie.
    .begun = Następna runda już się zaczęła; może się liczyć tylko wynik z tym samym zwycięzcą.
    .open = Zostaje, aż partia będzie miała inny wynik, bo następna runda jest skojarzona.
    .set = Wynik ustalono w turnieju; proszę poprawić go tam.
