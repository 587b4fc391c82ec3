### The phrases spoken in German.
###
### Every phrase stands in every language under the same name and with the same gaps. A line that
### begins with a dot is a variant of the message above it; `:` separates the two where the program
### names it (`last-move:none`). Names are those of the program and are never translated.
###
### Counted things have one form for each kind of number:
### [one] 1; [other] 0, 2, 3 …
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
or = oder
point = Punkt
article = Artikel { $article }.
    .adjournment = { $article } der Richtlinien für Hängepartien
    .quickplay = { $article } der Richtlinien für den Endspurt
hours =
    { $count ->
        [one] eine Stunde
       *[other] { $number } Stunden
    }
    .alone =
        { $count ->
            [one] eine
           *[other] { $number }
        }
minutes =
    { $count ->
        [one] eine Minute
       *[other] { $number } Minuten
    }
    .alone =
        { $count ->
            [one] eine
           *[other] { $number }
        }
seconds =
    { $count ->
        [one] eine Sekunde
       *[other] { $number } Sekunden
    }
    .alone =
        { $count ->
            [one] eine
           *[other] { $number }
        }
moves =
    { $count ->
        [one] ein Zug
       *[other] { $number } Züge
    }
K =
    { $count ->
        [one] König
       *[other] { $number } Könige
    }
    .white = König Weiß
    .black = König Schwarz
Q =
    { $count ->
        [one] Dame
       *[other] { $number } Damen
    }
    .white = Dame Weiß
    .black = Dame Schwarz
R =
    { $count ->
        [one] Turm
       *[other] { $number } Türme
    }
    .white = Turm Weiß
    .black = Turm Schwarz
B =
    { $count ->
        [one] Läufer
       *[other] { $number } Läufer
    }
    .white = Läufer Weiß
    .black = Läufer Schwarz
N =
    { $count ->
        [one] Springer
       *[other] { $number } Springer
    }
    .white = Springer Weiß
    .black = Springer Schwarz
P =
    { $count ->
        [one] ein Bauer
       *[other] { $number } Bauern
    }
    .white = Bauer Weiß
    .black = Bauer Schwarz

## Events
GameArranged = Neue Partie: { $time }.
PlayerArrived = { $side } ist da.
GameStarted = Die Partie beginnt. { $mover } ist am Zug.
MoveAnnounced = { $move }.
SlipCorrected = Korrektur: { $move }.
MoveExecuted = { $move } steht auf dem Brett.
MoveCompleted = { $move }, gedrückt.
MoveRepeated =
    .right = Richtig wiederholt.
    .wrong = Falsch wiederholt: { $move }.
AdjustmentAnnounced = { $side } rückt zurecht.
PiecesTouched = { $side }, berührt: { $squares }.
IllegalMoveCompleted = { $move } war ein falscher Zug. { $side }, Fehler { $number }.
TimeAdded = { $side } bekommt { $time }.
TimeDeducted = { $side } verliert { $time }.
ClocksSet = Neue Zeit: Weiß { $white }, Schwarz { $black }.
ClocksStopped =
    .arbiter = Die Uhr steht: Schiedsrichter.
    .pause = Die Uhr steht: Pause.
    .promotion-piece = Die Uhr steht: eine Figur fehlt.
    .displaced-pieces = Die Uhr steht: Figuren stehen falsch.
    .irregularity = Die Uhr steht: eine Regelwidrigkeit.
    .claim = Die Uhr steht: Reklamation.
    .recording = Die Uhr steht: die Mitschrift fehlt.
ClocksStarted = Die Uhr läuft.
DrawOffered = { $side } bietet Remis.
DrawDeclined = Remis abgelehnt von { $side }.
DrawAccepted = Remis angenommen von { $side }.
DrawOfferStands = Das Remisangebot von { $side } gilt noch.
ClaimUpheld = Reklamation von { $side }, { $claim }: richtig.
    .move = Reklamation von { $side }, { $claim }, { $move }: richtig.
ClaimRejected = Reklamation von { $side }, { $claim }: falsch.
    .move = Reklamation von { $side }, { $claim }: falsch. Zug: { $move }.
    .neither = Reklamation von { $side }: falsch, weder Stellungswiederholung noch fünfzig Züge.
    .neither-with-move = Reklamation von { $side }: falsch, weder Stellungswiederholung noch fünfzig Züge. Zug: { $move }.
QuickplayClaimed = Reklamation von { $side }: Endspurt.
    .cannot-win = Reklamation von { $side }: Endspurt, der Gegner kann mit normalen Mitteln nicht gewinnen.
    .no-effort = Reklamation von { $side }: Endspurt, der Gegner versucht nicht zu gewinnen.
    .both-grounds = Reklamation von { $side }: Endspurt, der Gegner kann mit normalen Mitteln nicht gewinnen und versucht nicht zu gewinnen.
QuickplayPostponed = Reklamation von { $side }: noch nicht.
QuickplayRejected = Reklamation von { $side }: falsch.
QuickplayReopened = Schiedsrichter: Reklamation von { $side }.
IncrementRequested = { $side } bietet Remis oder { $time } mehr.
IncrementIntroduced = Neue Zeit: { $time } für jeden Zug.
IncrementRefused = { $side } lehnt mehr Zeit ab.
Resigned = { $side } gibt auf.
FlagFell = Zeitüberschreitung von { $side }.
RulingAsked = Schiedsrichter: kann { $side } noch matt setzen?
SealingAsked = { $side }: sagen Sie Abgabezug, dann den Zug.
MoveSealed = Abgabezug von { $side }. Dann bitte die Uhr drücken.
    .made = Der Zug von { $side } auf dem Brett ist der Abgabezug. Dann bitte die Uhr drücken.
GameAdjourned = Die Partie ist vertagt, die Uhr steht.
GameResumed = Die Partie geht weiter.
    .white = Die Partie geht weiter. Weiß fehlt noch.
    .black = Die Partie geht weiter. Schwarz fehlt noch.
    .both = Die Partie geht weiter. Weiß und Schwarz: noch nicht da.
SealerTooLate = Wer am Zug war, ist nicht da: erst der Umschlag.
EnvelopeOpened = Abgabezug: { $move }.
    .empty = Im Umschlag ist kein Zug.
PlayerWarned = Verwarnung für { $side }.
PlayerExpelled = Strafe: keine Partie mehr für { $side }.
AppealMade = Einspruch von { $side } gegen die Entscheidung nach Artikel { $article }.
AppealUpheld = Einspruch von { $side } gegen die Entscheidung nach Artikel { $article }: richtig.
AppealRejected = Einspruch von { $side } gegen die Entscheidung nach Artikel { $article }: falsch.
PositionRestored = Zurück zu Zug { $number }. { $mover } ist am Zug.
PieceSetDown = { $side }, gezogen: { $square }.
ObjectionRaised = Reklamation von { $side }, berührt: { $squares }.
    .released = Reklamation von { $side }, gezogen: { $square }.
ObjectionUpheld = Reklamation von { $side }: richtig.
ObjectionRejected = Reklamation von { $side }: falsch.
    .withdrawn = { $side } zieht die Reklamation zurück.
ClockPressedWrongly = Falsch gedrückt. { $side }, Fehler { $number }.
CorrectionProposed = { $side }: zurück zu Zug { $number }?
FaultFound = Eine Regelwidrigkeit. Die Partie läuft weiter.
    .reversed-colours = Die Farben sind vertauscht. Die Partie läuft weiter.
    .turned-board = Das Brett ist verdreht. Die Stellung bleibt, die Partie läuft weiter.
    .wrong-clock = Die Uhr ist falsch gestellt.
BoardCorrected = Korrektur auf dem Brett von { $side }.
ReasonStated = Schiedsrichter: { $words }.
MoveAnswered = { $side } hat schon gezogen: { $move }.
MoveRecorded = { $side } hat geschrieben.
ScoreCompleted = { $side }: die Partie ist geschrieben.
GameReconstructed = Die Partie ist geschrieben.
PeriodBegun = Neue Zeit.
ScoreSigned = { $side }: { $result }.
ResultSettled = Das gilt: { $result }.
    .points = Das gilt: { $result }. Weiß { $white }, Schwarz { $black }.
InformationAsked = { $side } hat eine Frage.
TimesTold = Weiß { $white }, Schwarz { $black }.
MoveCountTold = Züge: { $number }.
ScoreShown = { $side }, bitte: die Partie.
TakebackProposed = { $side }: bitte zurück zu Zug { $number }.
TakebackAccepted = Angenommen von { $side }.
TakebackDeclined = Abgelehnt von { $side }.
RematchProposed = { $side } bietet eine neue Partie.
RematchAccepted = Neue Partie, die Farben sind getauscht.
RematchDeclined = { $side }: keine neue Partie.
GameEnded = { $result }: { $reason }.
    .lack-of-mate = { $result }: { $reason }, kein Matt möglich.
    .points = { $result }: { $reason }. Weiß { $white }, Schwarz { $black }.
points =
    .none = null
    .half = null Punkt fünf
    .one = eins
result =
    .white-wins = Weiß gewinnt
    .black-wins = Schwarz gewinnt
    .draw = Remis
    .both-lose = Beide verlieren
    .void = Die Partie gilt nicht
end =
    .checkmate = matt
    .resignation = aufgegeben
    .stalemate = patt
    .dead-position = kein Matt möglich
    .agreement = angenommen
    .repetition = Stellungswiederholung
    .fifty-moves = fünfzig Züge
    .fivefold = fünf|mal die Stellung
    .seventy-five-moves = fünf|und|siebzig Züge
    .flag-fall = Zeitüberschreitung
    .both-flags = Zeitüberschreitung von beiden
    .lateness = nicht da
    .illegal-move = falscher Zug
    .quickplay-finish = Endspurt
    .sealed-move = Abgabezug
    .penalty = Strafe
    .disobedience = Strafe
    .device = Telefon
    .wrong-start = falsche Stellung
    .position-lost = Stellung verloren
    .arbiter = Schiedsrichter
    .signed = so unterschrieben
claim =
    .draw = Remis
    .repetition = Stellungswiederholung
    .fifty = fünfzig Züge
    .quickplay = Endspurt
    .cannot-win = Endspurt, der Gegner kann mit normalen Mitteln nicht gewinnen
    .no-effort = Endspurt, der Gegner versucht nicht zu gewinnen
    .both-grounds = Endspurt, der Gegner kann mit normalen Mitteln nicht gewinnen und versucht nicht zu gewinnen
    .time = Zeitüberschreitung
    .illegal-move = falscher Zug

## Refusals
NotYourRole = Das dürfen Sie nicht.
    .arbiter = Das darf nur der Schiedsrichter.
    .rulings = Eine Entscheidung ändern Sie durch eine andere. Ein Ergebnis nehmen Sie auf der Seite des Turniers zurück.
    .noticed = Sie dürfen nur dem Schiedsrichter melden, was Ihnen aufgefallen ist.
BadField = Das geht nicht.
GameNotStarted = Die Partie hat noch nicht begonnen.
GameAlreadyStarted = Die Partie läuft schon.
GameIsOver = Die Partie ist zu Ende.
NotYourMove = Sie sind nicht am Zug.
NotALegalMove = { $move }: { $reason }
PromotionPieceMissing = { $square }: welche Figur?
TouchedPieceMustMove = Berührt, geführt: { $squares }.
NothingAnnounced = Erst der Zug.
TooLateToCorrect = Das geht nicht mehr, die Uhr ist gedrückt.
    .begun = Das geht nicht mehr, die Partie geht weiter.
    .made = Das geht nicht mehr, der Zug gilt.
NotYetExecuted = Erst auf dem Brett: { $move }.
NotYetRepeated = Erst { $move } wiederholen.
NothingToRepeat = Nichts zu wiederholen.
DrawAlreadyOffered = Remis ist schon angeboten.
NoDrawOffered = Remis ist nicht angeboten.
OwnDrawOffer = Das Angebot ist von Ihnen.
DrawNotYetAllowed = Remis erst nach Zug { $number }.
    .arbiter = Remis erst nach Zug { $number }, vorher nur mit Schiedsrichter.
NoAgreedDraws = Kein Remis ohne Schiedsrichter.
NoAppeals = Diese Regeln kennen keinen Einspruch. Bitte den Veranstalter fragen.
    .arbiter = Ohne Schiedsrichter gibt es keinen Einspruch.
NothingDecided = Es gibt keine Entscheidung.
DecisionIsFinal = Die Entscheidung gilt.
ClaimLost = Die Reklamation geht nicht mehr.
NoQuickplayFinish = Noch kein Endspurt.
    .early = Erst unter { $time }.
    .late = Die Zeit ist schon zu Ende.
GroundMissing = Ohne Schiedsrichter braucht die Reklamation ihren Grund: Endspurt eins, der Gegner kann mit normalen Mitteln nicht gewinnen; Endspurt zwei, der Gegner versucht nicht zu gewinnen; Endspurt drei, eins und zwei.
FlagHasNotFallen = Noch ist Zeit auf der Uhr.
    .side = { $side } hat noch Zeit.
BothFlagsDown = Beide haben keine Zeit mehr. Die Partie geht weiter.
NoIllegalMove = Der letzte Zug war richtig.
    .any = Kein regelwidriger Zug ist zu annullieren.
HandsNotCounted = Ein Zug mit zwei Händen ist kein falscher Zug.
HandsOutOfTime = Zwei Hände zählen nur zwischen dem Drücken der Uhr und der Antwort.
HandsRuledOn = Die zwei Hände sind schon gezählt.
ClocksAreStopped = Die Uhr steht.
ClocksAreRunning = Die Uhr läuft.
NothingSealed = Erst der Abgabezug.
EnvelopeStillOpen = Erst bitte die Uhr drücken.
SessionLastsLonger = Die Spielzeit dauert länger als die eigene Zeit.
EnvelopeStaysShut = Der Gegner ist noch nicht da.
GameIsAdjourned = Die Partie ist vertagt.
    .envelope = Erst den Umschlag öffnen.
    .resume = Die Partie ist vertagt. Sagen Sie erst: Wiederaufnahme.
    .continue = Die Partie ist vertagt. Sagen Sie erst: weiter.
NotAdjourned = Die Partie ist nicht vertagt.
NothingToRuleOn = Nichts ist zu entscheiden.
RulingAwaited = Erst der Schiedsrichter.
    .alone = Es ist kein Schiedsrichter da. Die eigene Reklamation nehmen Sie zurück mit: weiter.
ReleasedPieceStays = Gezogen ist gezogen: { $square }.
ObjectionLost = Die Reklamation geht nicht mehr.
NothingToObjectTo = Der Zug war richtig.
NotYetRecorded =
    .move = Der letzte Zug ist noch nicht geschrieben. Sagen Sie erst: Zug geschrieben.
    .score = Erst die Mitschrift, dann sagen Sie: Zug geschrieben.
    .scores = Die Mitschrift ist noch nicht fertig.
NotInAdvance = Erst wird gezogen, dann geschrieben.
NothingToRecord = Die Partie ist schon geschrieben.
GameNotOver = Die Partie ist noch nicht zu Ende.
NobodyAsked = Noch keine Frage.
NoLookAtScore = Die Mitschrift vom Schiedsrichter ist nicht zu sehen.
NothingToTakeBack = Noch kein Zug.
NotAtThisTable = Das geht in der Partie nicht.
NothingProposed = Nichts ist angeboten.
OwnProposal = Das Angebot ist von Ihnen.
AlreadyProposed = Das ist schon angeboten.

## Reasons why a move is not legal
NoSuchPiece = { $piece } fehlt.
NotThere = auf { $square } steht { $piece }.
    .empty = { $square } ist leer.
NotYourPiece = auf { $square } steht der Gegner.
OwnPieceThere = auf { $square } steht { $piece }.
Blocked = { $piece } { $square } steht im Weg.
Pinned = gefesselt von { $piece } { $square }.
StillInCheck = noch Schach von { $piece } { $square }.
IntoCheck = dort ist Schach von { $piece } { $square }.
CannotMoveThatWay = zieht nicht so.
NothingToCapture = dort steht kein Gegner.
KingNotCaptured = ein König wird nicht geschlagen.
NeedsPromotionPiece = welche Figur?
CastlingRefused =
    .king-moved = der König steht falsch.
    .rook-moved = der Turm steht falsch.
    .no-right = König oder Turm hat schon gezogen.
    .blocked = { $piece } { $square } steht im Weg.
    .in-check = Schach von { $piece } { $square }.
    .through-check = auf dem Weg ist Schach von { $piece } { $square }.
    .into-check = dort ist Schach von { $piece } { $square }.
LegalAfterAll = der Zug geht.

## Questions
ask = { $choices }?
    .which = { $start } { $choices }?
    .to = { $start } nach { $choices }?
    .promotion = Welche Figur: { $choices }?
    .where = { $start } wohin?
    .rest = { $start }: und weiter?
    .marked = { $side }: welche Figuren haben Zeichen, Weiß, Schwarz oder keine?
    .raised = { $side }: welche Felder sind höher, Weiß oder Schwarz?
confirm =
    .resign = Wirklich aufgeben?
    .accept = Remis annehmen?
    .claim = Wirklich Reklamation, { $claim }?
    .appeal = Wirklich Einspruch gegen die Entscheidung?
    .object-to-touch = Wirklich Reklamation, berührt { $squares }?
    .object-to-release = Wirklich Reklamation, gezogen { $squares }?
    .increment = Wirklich um Zeit bitten?
    .arbiter = Schiedsrichter rufen?
    .pause = Ohne Schiedsrichter: die Uhr anhalten?
    .adjourn = Wirklich Abbruch?
    .sign = Wirklich unterschreiben für { $side }: { $result }?
    .checkmate = { $move }: richtig?
    .ends = { $move }, { $reason }: richtig?
    .order = { $what } Richtig?

## Answers
clock = { $own }, { $side } { $other }.
    .of-opponent = { $side } { $time }.
    .of-both = { $side } { $own }, { $opponent } { $other }.
time = { $time }.
time-left = { $side }: noch { $time }.
behind = { $side }: Gegner hat { $time } mehr.
    .on = Zeit knapp: { $time }.
    .off = Zeit knapp: aus.
move-number = Zug { $number }.
    .none = Noch kein Zug { $number }.
moves-to-control = Neue Zeit nach Zug { $number }: noch { $moves }.
    .of-side = { $side }: neue Zeit nach Zug { $number }, noch { $moves }.
    .none = Keine neue Zeit mehr.
    .none-of-side = { $side }: keine neue Zeit mehr.
whose-turn = { $side } ist am Zug.
in-check = Schach: { $list }.
    .none = Nicht im Schach.
last-move = { $side }: { $move }.
    .none = Noch kein Zug.
what-is-on = { $square }: { $piece }.
    .empty = { $square } ist leer.
where-is = { $piece } { $side }: { $squares }.
    .none = { $piece } { $side } fehlt.
side-list = { $side }: { $list }.
captured = Verloren von { $side }: { $list }.
list = { $list }.
rank = Reihe { $number }: { $list }.
diagonal = { $start } nach { $end }: { $list }.
more = { $command }?
    .reading = { $wish }: { $command }?
none = nichts
legal-moves = { $list }.
    .none = Kein Zug.
help = Sagen Sie: { $list }.
    .move = Sagen Sie einen Zug oder: { $list }.
limit = { $command } geht nicht.
why =
    .none = Nichts war falsch.
    .unclear = Ihre letzten Worte waren kein Zug und kein Befehl. Sagen Sie { $command }.
repeat =
    .none = Noch nichts.

## The dialogue itself
NotUnderstood = Nicht verstanden.
    .heard = Nicht verstanden: { $words }.
writing =
    .garbled = Nicht verstanden: { $rest }.
    .capture = { $move } schlägt nichts.
    .passing = { $move }: nicht en passant.
    .check = { $move }: kein Schach.
    .mate = { $move }: kein Matt.
    .file = { $square }: welche Linie?
    .wordless = Nicht verstanden. Sagen Sie { $command }.
Cancelled = Gut.
    .resign = Nicht aufgegeben.
    .accept = Remis nicht angenommen.
    .claim = Keine Reklamation.
    .appeal = Kein Einspruch.
    .object-to-touch = Keine Reklamation.
    .object-to-release = Keine Reklamation.
    .increment = Nicht um Zeit gebeten.
    .arbiter = Schiedsrichter nicht gerufen.
    .pause = Uhr nicht angehalten.
    .adjourn = Kein Abbruch.
    .sign = Nicht unterschrieben.
    .move = Nicht gezogen: { $move }.
    .order = Nichts geändert.
HardToHear = Sie sind schlecht zu verstehen. Näher am Mikrofon geht es vielleicht besser.
NamesNotLetters = Das Mikrofon klingt nach Telefon. Bitte Namen statt Buchstaben: Anna, Bella.
MicrophoneTooLoud = Der Ton ist übersteuert. Es hilft, das Mikrofon leiser zu stellen oder weiter weg zu sprechen.
NothingAsked = Keine Frage an Sie ist offen. Bitte den Wunsch wiederholen.
Leaving = Das Programm verlassen Sie mit Steuerung und C; die Partie bleibt gesichert. Sie ist nicht aufgegeben.
    .seat = Sie können die Seite verlassen und wiederkommen. Die Partie läuft so lange weiter; sie ist nicht aufgegeben.
premove = Dann: { $move }.
NothingThen = Dann nichts.
Listening = Welcher Zug?
duplex =
    .full = Kopfhörer: Sie dürfen unterbrechen.
    .half = Lautsprecher: erst ich, dann Sie.
    .soon = Lautsprecher: bald dürfen Sie unterbrechen.
house =
    .understanding = Nach dem Zug steht die Uhr: höchstens { $time }.
    .start = Schach neun sechs null. Reihe eins: { $list }.
    .flag = Ist die Zeit zu Ende, ist die Partie zu Ende.
    .goes-on = Weiter nach Zug { $number }. { $side }: { $move }.
    .written = { $side }: sagen Sie nach jedem Zug: Zug geschrieben.
MicrophoneLost = { MicrophoneGone } Die Uhr steht.
RecognizerLost = Ich höre nichts mehr. Die Uhr steht.
SpeakerLost = { SpeakerGone } Die Uhr steht.
SpeechLost = Ich kann nicht mehr sprechen. Die Uhr steht.
JournalLost = Die Partie ist nicht gesichert. Die Uhr steht.
ProgramError = Ein Fehler. Bitte noch einmal.
ProgramEnds = Das Programm endet. Die Partie ist gesichert.
MachineSlept = Ich war weg. Die Uhr steht.
JournalBack = Die Partie ist gesichert.
EngineSilent = Das Schachprogramm hat noch nicht geantwortet; seine Uhr läuft.
MicrophoneMute = Ich höre nichts. Ist das Mikrofon an?
MicrophoneGone = Das Mikrofon ist weg.
SpeakerGone = Der Lautsprecher ist weg.
MicrophoneBack = Das Mikrofon ist da.
SpeakerBack = Der Lautsprecher ist da.
SpeechBack = Ich kann wieder sprechen.
rematch = Neue Partie? Sagen Sie { $command }.
resumed =
    .announced = Noch nicht gedrückt: { $move }.
    .wait = Sagen Sie { $command }, dann läuft die Uhr.
arbiter =
    .none = Kein Schiedsrichter ist da.
spectator =
    .told = Der Schiedsrichter erfährt es, sonst niemand.
    .tells = Ein Zuschauer meldet: { $words }.
    .tells-named = { $white } gegen { $black }. Ein Zuschauer meldet: { $words }.
left =
    .opponent = Ihr Gegner ist nicht mehr da.
    .white = Weiß ist nicht mehr da.
    .white-named = Weiß ist nicht mehr da: { $name }.
    .black = Schwarz ist nicht mehr da.
    .black-named = Schwarz ist nicht mehr da: { $name }.
    .own-assistant = Ihr Assistent ist nicht mehr da.
    .assistant-white = Der Assistent von Weiß ist nicht mehr da.
    .assistant-black = Der Assistent von Schwarz ist nicht mehr da.
back =
    .opponent = Ihr Gegner ist zurück.
    .white = Weiß ist zurück.
    .white-named = Weiß ist zurück: { $name }.
    .black = Schwarz ist zurück.
    .black-named = Schwarz ist zurück: { $name }.
    .own-assistant = Ihr Assistent ist zurück.
    .assistant-white = Der Assistent von Weiß ist zurück.
    .assistant-black = Der Assistent von Schwarz ist zurück.
envelope =
    .key = Das Kennwort ist da.
    .key-all = Das Kennwort gilt für alle Bretter.
    .keyless = Der Umschlag ist zu: kein Kennwort.
    .none = Abbruch ist nicht möglich: kein Kennwort.
    .wanted = Erst das Kennwort für den Umschlag, auf der Seite: von beiden Spielern oder vom Schiedsrichter.
    .shut = Der Umschlag ist zu: Kennwort falsch.
    .unread = Der Abgabezug ist nicht zu lesen: { $words }. Der Schiedsrichter entscheidet.
    .illegal = Der Zug ist nicht möglich.
    .unclear = Der Abgabezug ist nicht klar. Bitte den ganzen Zug.

## Peg boards, steps of the hands, boards that differ
step =
    .Lift = { $piece } aus { $square }.
    .Insert = { $piece } nach { $square }.
    .LayAside = { $piece } weg.
    .TakeUp = Nehmen: { $piece }.
steps =
    .done = Fertig.
piece =
    .marked = { $piece } mit Zeichen
    .plain = { $piece }, kein Zeichen
compare =
    .rank = Reihe { $rank }: { $list }. Richtig?
    .square = { $square }: { $piece }. Richtig?
    .what = Was steht auf { $square }?
    .same = Das Brett ist richtig.
    .differs = { $square }: auf dem Brett { $here }, in der Partie { $there }.
    .written = { $player }: geschrieben, Zug { $number }, { $side }: { $move }. Richtig?
    .wrote = { $side }: was ist geschrieben?
    .board = Schiedsrichter: Korrektur auf dem Brett von { $side }?
    .board-players = Korrektur auf dem Brett von { $side }?
    .back = Schiedsrichter: zurück zu Zug { $number }, { $mover } ist am Zug?
    .back-players = Zurück zu Zug { $number }, { $mover } ist am Zug?
    .times = Schiedsrichter: neue Zeit?
    .waits = Erst der Schiedsrichter.
raised = { $file } höher
board-shows = Auf dem Brett: { $move }.
board-differs = Das Brett von { $side } ist anders.
BoardLost = Das Brett von { $side } ist weg. Weiter mit der Stimme.
board-found = Das Brett von { $side } ist da.
OpponentLost = Der Gegner ist weg. Die Uhr steht.

## A player's own voice
enrol =
    .begin = Ihre Stimme. Bitte wiederholen.
    .again = Noch einmal, bitte: { $said }.
    .aside = Die Partie geht weiter, das Lesen danach.
    .few = Nicht gut verstanden. Bitte noch einmal.
    .own = Fertig. Ihre Stimme ist gesichert.
    .same = Fertig. Ihre Stimme ist schon gut verstanden.

## An event of many games
pairing = Runde { $round }, Brett { $board }, { $side }. Gegner: { $name }.
    .begun = Ihr Brett ist bereit. Dorthin führt der Link: { $link }.
    .boards = Runde { $round }: Die Bretter sind bereit. Dorthin führt der Link: { $link }.
    .bye = Runde { $round }: kein Gegner, ein Punkt.
    .away = Runde { $round }: kein Gegner.
    .half = Runde { $round }: kein Gegner, ein halber Punkt.
    .through = Runde { $round }: kein Gegner. Sie sind eine Runde weiter.
    .out = Runde { $round }: Sie sind nicht mehr dabei.
    .undecided = Niemand hat gewonnen: Der Schiedsrichter legt fest, wer weiter ist.
    .none = Noch keine Runde.
    .undone = Runde { $round } gilt nicht mehr.
result-news = Runde { $round }, Brett { $board }. Gegner: { $name }. Neues Ergebnis: { $result }.
    .at-board = Runde { $round }, Brett { $board }. Neues Ergebnis: { $result }.
    .forfeit = { $result }, kampflos
    .open = noch keines
    .because = Grund: { $words }.
result-kept = Im Turnier bleibt Runde { $round }, Brett { $board }: { $result }.
    .paired = Die nächste Runde ist danach gepaart; nehmen Sie erst die Paarung zurück, dann zählt das Ergebnis vom Brett.
    .begun = Die nächste Runde hat begonnen; nur mit gleichem Gewinner zählt noch ein Ergebnis.
    .open = Es bleibt ohne ein neues Ergebnis, die nächste Runde ist gepaart.
    .set = Es ist im Turnier gesetzt; ändern Sie es dort.
