### The phrases spoken in Italian. No native player has reviewed them yet.
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
or = o
point = punto
article = Articolo { $article }.
    .adjournment = { $article } delle linee guida per le partite sospese
    .quickplay = { $article } delle linee guida per il finale rapido
hours =
    { $count ->
        [one] un'ora
       *[other] { $number } ore
    }
    .alone =
        { $count ->
            [one] una
           *[other] { $number }
        }
minutes =
    { $count ->
        [one] un minuto
       *[other] { $number } minuti
    }
    .alone =
        { $count ->
            [one] uno
           *[other] { $number }
        }
seconds =
    { $count ->
        [one] un secondo
       *[other] { $number } secondi
    }
    .alone =
        { $count ->
            [one] uno
           *[other] { $number }
        }
moves =
    { $count ->
        [one] una mossa
       *[other] { $number } mosse
    }
K =
    { $count ->
        [one] re
       *[other] { $number } re
    }
    .white = re bianco
    .black = re nero
Q =
    { $count ->
        [one] donna
       *[other] { $number } donne
    }
    .white = donna bianca
    .black = donna nera
R =
    { $count ->
        [one] torre
       *[other] { $number } torri
    }
    .white = torre bianca
    .black = torre nera
B =
    { $count ->
        [one] alfiere
       *[other] { $number } alfieri
    }
    .white = alfiere bianco
    .black = alfiere nero
N =
    { $count ->
        [one] cavallo
       *[other] { $number } cavalli
    }
    .white = cavallo bianco
    .black = cavallo nero
P =
    { $count ->
        [one] un pedone
       *[other] { $number } pedoni
    }
    .white = pedone bianco
    .black = pedone nero

## Events
GameArranged = Nuova partita: { $time }.
PlayerArrived = Il { $side } è qui.
GameStarted = La partita comincia. Muove il { $mover }.
MoveAnnounced = { $move }.
SlipCorrected = Correzione: { $move }.
MoveExecuted = { $move } è sulla scacchiera.
MoveCompleted = { $move }, premuto.
MoveRepeated =
    .right = Ripetizione giusta.
    .wrong = Ripetizione sbagliata: { $move }.
AdjustmentAnnounced = Il { $side } acconcia.
PiecesTouched = { $side }, pezzi toccati: { $squares }.
IllegalMoveCompleted = { $move } era una mossa illegale. { $side }, errore numero { $number }.
TimeAdded = Il { $side } riceve { $time }.
TimeDeducted = Il { $side } perde { $time }.
ClocksSet = Nuovi tempi: Bianco { $white }, Nero { $black }.
ClocksStopped =
    .arbiter = L'orologio è fermo: arbitro.
    .pause = L'orologio è fermo: pausa.
    .promotion-piece = L'orologio è fermo: manca un pezzo.
    .displaced-pieces = L'orologio è fermo: pezzi spostati.
    .irregularity = L'orologio è fermo: un'irregolarità.
    .claim = L'orologio è fermo: reclamo.
    .recording = L'orologio è fermo: i formulari non sono completi.
ClocksStarted = L'orologio è in moto.
DrawOffered = Il { $side } propone patta.
DrawDeclined = Il { $side } rifiuta la patta.
DrawAccepted = Il { $side } accetta la patta.
DrawOfferStands = La proposta di patta del { $side } è ancora valida.
ClaimUpheld = Reclamo del { $side }, { $claim }: accolto.
    .move = Reclamo del { $side }, { $claim }, { $move }: accolto.
ClaimRejected = Reclamo del { $side }, { $claim }: respinto.
    .move = Reclamo del { $side }, { $claim }: respinto. Mossa: { $move }.
    .neither = Reclamo del { $side }: respinto, né ripetizione né cinquanta mosse.
    .neither-with-move = Reclamo del { $side }: respinto, né ripetizione né cinquanta mosse. Mossa: { $move }.
QuickplayClaimed = Reclamo del { $side }: finale rapido.
    .cannot-win = Reclamo del { $side }: finale rapido, l'avversario non può vincere con mezzi normali.
    .no-effort = Reclamo del { $side }: finale rapido, l'avversario non fa niente per vincere.
    .both-grounds = Reclamo del { $side }: finale rapido, l'avversario non può vincere con mezzi normali e non fa niente per vincere.
QuickplayPostponed = Reclamo del { $side }: non ancora.
QuickplayRejected = Reclamo del { $side }: respinto.
QuickplayReopened = Arbitro: reclamo del { $side }.
IncrementRequested = Il { $side } propone patta o { $time } in più.
IncrementIntroduced = Nuovo tempo: { $time } per ogni mossa.
IncrementRefused = Il { $side } rifiuta l'incremento.
Resigned = Il { $side } abbandona.
FlagFell = Bandierina caduta, { $side }.
RulingAsked = Arbitro: il { $side } può ancora dare matto?
SealingAsked = { $side }: dire mossa in busta, poi la mossa.
MoveSealed = Mossa in busta del { $side }. Ora premere l'orologio.
    .made = La mossa del { $side } sulla scacchiera è quella in busta. Ora premere l'orologio.
GameAdjourned = La partita è sospesa, l'orologio è fermo.
GameResumed = La partita riprende.
    .white = La partita riprende. Manca ancora il Bianco.
    .black = La partita riprende. Manca ancora il Nero.
    .both = La partita riprende. Mancano ancora entrambi.
SealerTooLate = Chi ha la mossa in busta è in ritardo: prima va aperta la busta.
EnvelopeOpened = Mossa in busta: { $move }.
    .empty = La mossa in busta non si può leggere.
PlayerWarned = Ammonizione per il { $side }.
PlayerExpelled = Espulsione dal torneo: { $side }.
AppealMade = Ricorso del { $side } contro la decisione secondo l'articolo { $article }.
AppealUpheld = Ricorso del { $side } contro la decisione secondo l'articolo { $article }: accolto.
AppealRejected = Ricorso del { $side } contro la decisione secondo l'articolo { $article }: respinto.
PositionRestored = Si torna alla mossa { $number }. Muove il { $mover }.
PieceSetDown = Il { $side } ha lasciato: { $square }.
ObjectionRaised = Reclamo del { $side }, pezzi toccati: { $squares }.
    .released = Reclamo del { $side }, pezzo lasciato: { $square }.
ObjectionUpheld = Reclamo del { $side }: accolto.
ObjectionRejected = Reclamo del { $side }: respinto.
    .withdrawn = Reclamo del { $side }: ritirato.
ClockPressedWrongly = Orologio premuto a torto. { $side }, errore numero { $number }.
CorrectionProposed = { $side }: tornare alla mossa { $number }?
FaultFound = Un'irregolarità. La partita continua.
    .reversed-colours = I colori sono scambiati. La partita continua.
    .turned-board = La scacchiera è girata. La posizione resta, la partita continua.
    .wrong-clock = L'orologio è regolato male.
BoardCorrected = La scacchiera del { $side } è corretta.
ReasonStated = Arbitro: { $words }.
MoveAnswered = Il { $side } ha già mosso: { $move }.
MoveRecorded = Il { $side } ha scritto la mossa.
ScoreCompleted = { $side }: il formulario è completo.
GameReconstructed = Il formulario è completo.
PeriodBegun = Nuovo periodo.
ScoreSigned = { $side }: { $result }.
ResultSettled = Risultato: { $result }.
    .points = Risultato: { $result }. Punti: Bianco { $white }, Nero { $black }.
InformationAsked = Il { $side } ha una domanda.
TimesTold = Bianco { $white }, Nero { $black }.
MoveCountTold = Mosse: { $number }.
ScoreShown = { $side }, per favore: il formulario.
TakebackProposed = Il { $side } chiede di tornare alla mossa { $number }.
TakebackAccepted = Il { $side } accetta.
TakebackDeclined = Il { $side } rifiuta.
RematchProposed = Il { $side } propone la rivincita.
RematchAccepted = Nuova partita, colori scambiati.
RematchDeclined = { $side }: nessuna rivincita.
GameEnded = { $result }: { $reason }.
    .lack-of-mate = { $result }: { $reason }, nessun matto possibile.
    .points = { $result }: { $reason }. Punti: Bianco { $white }, Nero { $black }.
points =
    .none = zero
    .half = mezzo
    .one = uno
result =
    .white-wins = Vince il Bianco
    .black-wins = Vince il Nero
    .draw = Patta
    .both-lose = Perdono entrambi
    .void = La partita non conta
end =
    .checkmate = scacco matto
    .resignation = abbandono
    .stalemate = stallo
    .dead-position = nessun matto possibile
    .agreement = accordo
    .repetition = ripetizione
    .fifty-moves = cinquanta mosse
    .fivefold = ripetizione per cinque volte
    .seventy-five-moves = settanta|cinque mosse
    .flag-fall = bandierina caduta
    .both-flags = entrambe le bandierine cadute
    .lateness = ritardo
    .illegal-move = mossa illegale
    .quickplay-finish = finale rapido
    .sealed-move = mossa in busta
    .penalty = penalità
    .disobedience = penalità
    .device = telefono
    .wrong-start = posizione iniziale sbagliata
    .position-lost = la posizione non si può ristabilire
    .arbiter = decisione dell'arbitro
    .signed = così firmato
claim =
    .draw = patta
    .repetition = ripetizione
    .fifty = cinquanta mosse
    .quickplay = finale rapido
    .cannot-win = finale rapido, l'avversario non può vincere con mezzi normali
    .no-effort = finale rapido, l'avversario non fa niente per vincere
    .both-grounds = finale rapido, l'avversario non può vincere con mezzi normali e non fa niente per vincere
    .time = caduta della bandierina
    .illegal-move = mossa illegale

## Refusals
NotYourRole = Questo non ti è permesso.
    .arbiter = Questo è permesso solo all'arbitro.
    .rulings = Una decisione si cambia con un'altra. Un risultato si annulla sulla pagina del torneo.
    .noticed = Puoi solo segnalare all'arbitro ciò che hai notato.
BadField = Questo non è possibile.
GameNotStarted = La partita non è ancora cominciata.
GameAlreadyStarted = La partita è già cominciata.
GameIsOver = La partita è finita.
NotYourMove = Non è il tuo turno.
NotALegalMove = { $move }: { $reason }
PromotionPieceMissing = { $square }: quale pezzo?
TouchedPieceMustMove = Pezzo toccato, pezzo mosso: { $squares }.
NothingAnnounced = Prima la mossa.
TooLateToCorrect = Troppo tardi, l'orologio è premuto.
    .begun = Troppo tardi, la partita continua.
    .made = Troppo tardi, la mossa è fatta.
NotYetExecuted = Prima sulla scacchiera: { $move }.
NotYetRepeated = Prima ripetere: { $move }.
NothingToRepeat = Niente da ripetere.
DrawAlreadyOffered = La patta è già stata proposta.
NoDrawOffered = Non è stata proposta patta.
OwnDrawOffer = La proposta è tua.
DrawNotYetAllowed = Patta solo dopo la mossa { $number }.
    .arbiter = Patta solo dopo la mossa { $number }, prima solo con il consenso dell'arbitro.
NoAgreedDraws = Patta solo con il consenso dell'arbitro.
NoAppeals = Questo Regolamento non prevede ricorsi. Chiedere all'organizzatore del torneo.
    .arbiter = Senza arbitro non c'è ricorso.
NothingDecided = Non c'è una decisione contro cui ricorrere.
DecisionIsFinal = Questa decisione è definitiva.
ClaimLost = Troppo tardi per il reclamo.
NoQuickplayFinish = Questo non è un finale rapido.
    .early = Solo con meno di { $time }.
    .late = Troppo tardi, il tempo è scaduto.
GroundMissing = Senza arbitro il reclamo richiede il motivo. Finale rapido uno: l'avversario non può vincere con mezzi normali. Finale rapido due: l'avversario non fa niente per vincere. Finale rapido tre: entrambi i motivi.
FlagHasNotFallen = La bandierina non è caduta.
    .side = La bandierina del { $side } non è caduta.
BothFlagsDown = Entrambe le bandierine sono cadute. La partita continua.
NoIllegalMove = L'ultima mossa era legale.
    .any = Non c'è nessuna mossa illegale da annullare.
HandsNotCounted = Una mossa con due mani qui non conta come illegale.
HandsOutOfTime = Una mossa con due mani conta solo tra la pressione dell'orologio e la risposta.
HandsRuledOn = Quella mossa con due mani è già stata contata.
ClocksAreStopped = L'orologio è fermo.
ClocksAreRunning = L'orologio è in moto.
NothingSealed = Prima la mossa in busta.
EnvelopeStillOpen = Prima premere l'orologio: la busta è ancora aperta.
SessionLastsLonger = Alla fine della sessione manca più tempo di quello sull'orologio.
EnvelopeStaysShut = Prima deve arrivare l'avversario.
GameIsAdjourned = La partita è sospesa.
    .envelope = Prima bisogna aprire la busta.
    .resume = La partita è sospesa. Prima dire: ripresa.
    .continue = La partita è sospesa. Prima dire: continua.
NotAdjourned = La partita non è sospesa.
NothingToRuleOn = Non c'è niente da decidere.
RulingAwaited = Prima l'arbitro.
    .alone = Qui non c'è arbitro. Chi ha reclamato ritira il reclamo dicendo: continua.
ReleasedPieceStays = Pezzo lasciato, quindi resta: { $square }.
ObjectionLost = Troppo tardi per il reclamo.
NothingToObjectTo = La mossa era legale.
NotYetRecorded =
    .move = L'ultima mossa non è ancora scritta. Prima dire: formulario fatto.
    .score = Prima completare il formulario, poi dire: formulario fatto.
    .scores = Il formulario non è ancora completo.
NotInAdvance = Prima la mossa, poi il formulario.
NothingToRecord = Il formulario è già completo.
GameNotOver = La partita non è finita.
NobodyAsked = Non c'è ancora nessuna domanda.
NoLookAtScore = Il formulario dell'arbitro non viene mostrato.
NothingToTakeBack = Ancora nessuna mossa.
NotAtThisTable = In questa partita non è possibile.
NothingProposed = Non c'è nessuna proposta.
OwnProposal = La proposta è tua.
AlreadyProposed = È già stato proposto.

## Reasons why a move is not legal
NoSuchPiece = { $piece }, questo pezzo non c'è.
NotThere = in { $square } c'è un altro pezzo, { $piece }.
    .empty = { $square } è vuota.
NotYourPiece = in { $square } c'è un pezzo avversario.
OwnPieceThere = in { $square } c'è un tuo pezzo, { $piece }.
Blocked = la via è bloccata, { $piece } { $square }.
Pinned = il pezzo è inchiodato, { $piece } { $square }.
StillInCheck = resta lo scacco, { $piece } { $square }.
IntoCheck = lì è scacco, { $piece } { $square }.
CannotMoveThatWay = non si muove così.
NothingToCapture = non c'è niente da prendere.
KingNotCaptured = il re non si prende.
NeedsPromotionPiece = quale pezzo?
CastlingRefused =
    .king-moved = il re non può più arroccare.
    .rook-moved = quella torre non può più arroccare.
    .no-right = il diritto di arrocco è perso.
    .blocked = la via è bloccata, { $piece } { $square }.
    .in-check = il re è sotto scacco, { $piece } { $square }.
    .through-check = scacco lungo la via, { $piece } { $square }.
    .into-check = lì è scacco, { $piece } { $square }.
LegalAfterAll = la mossa è possibile.

## Questions
ask = { $choices }?
    .which = { $start } { $choices }?
    .to = { $start } in { $choices }?
    .promotion = Quale pezzo: { $choices }?
    .where = { $start } dove?
    .rest = { $start }: e poi?
    .marked = { $side }: di che colore sono i pezzi con un segno, bianco, nero o nessuno?
    .raised = { $side }: di che colore sono le case rialzate, bianco o nero?
confirm =
    .resign = Abbandonare davvero?
    .accept = Accettare la patta?
    .claim = Reclamare davvero: { $claim }?
    .appeal = Fare davvero ricorso contro la decisione?
    .object-to-touch = Reclamare davvero: toccato { $squares }?
    .object-to-release = Reclamare davvero: lasciato { $squares }?
    .increment = Chiedere davvero un incremento?
    .arbiter = Chiamare l'arbitro?
    .pause = Non c'è un arbitro. Fermare l'orologio?
    .adjourn = Sospendere davvero?
    .sign = Firmare davvero per il { $side }: { $result }?
    .checkmate = { $move }: giusto?
    .ends = { $move }, { $reason }: giusto?
    .order = { $what } Giusto?

## Answers
clock = { $own }, { $side } { $other }.
    .of-opponent = { $side } { $time }.
    .of-both = { $side } { $own }, { $opponent } { $other }.
time = { $time }.
time-left = { $side }: ancora { $time }.
behind = { $side }: { $time } in meno.
    .on = Avviso sul tempo: { $time }.
    .off = Avviso sul tempo: disattivato.
move-number = Mossa { $number }.
    .none = La mossa { $number } non c'è ancora.
moves-to-control = Ancora { $moves } al controllo del tempo alla mossa { $number }.
    .of-side = { $side }: ancora { $moves } al controllo del tempo alla mossa { $number }.
    .none = Nessun altro controllo del tempo.
    .none-of-side = { $side }: nessun altro controllo del tempo.
whose-turn = Muove il { $side }.
in-check = Scacco: { $list }.
    .none = Nessuno scacco.
last-move = { $side }: { $move }.
    .none = Ancora nessuna mossa.
what-is-on = { $square }: { $piece }.
    .empty = { $square } è vuota.
where-is = { $side }, { $piece }: { $squares }.
    .none = { $side }, nessun pezzo di questo tipo: { $piece }.
side-list = { $side }: { $list }.
captured = Il { $side } ha perso: { $list }.
list = { $list }.
rank = Traversa { $number }: { $list }.
diagonal = Da { $start } a { $end }: { $list }.
more = { $command }?
    .reading = { $wish }: { $command }?
none = niente
legal-moves = { $list }.
    .none = Nessuna mossa legale.
help = Dire: { $list }.
    .move = Dire una mossa oppure: { $list }.
limit = { $command } non è possibile.
why =
    .none = Non c'era niente di sbagliato.
    .unclear = Le ultime parole non erano né una mossa né un comando. Che cosa si può dire lo dice: { $command }.
repeat =
    .none = Ancora niente.

## The dialogue itself
NotUnderstood = Non ho capito.
    .heard = Non ho capito; sentito: { $words }.
writing =
    .garbled = Non ho capito: { $rest }.
    .capture = { $move } non prende niente.
    .passing = { $move }: non è al varco.
    .check = { $move }: non è scacco.
    .mate = { $move }: non è scacco matto.
    .file = { $square }: da quale colonna?
    .wordless = Non ho capito. Che cosa si può dire lo dice: { $command }.
Cancelled = Va bene.
    .resign = Partita non abbandonata.
    .accept = Patta non accettata.
    .claim = Nessun reclamo.
    .appeal = Nessun ricorso.
    .object-to-touch = Nessun reclamo.
    .object-to-release = Nessun reclamo.
    .increment = Nessuna richiesta di tempo.
    .arbiter = Arbitro non chiamato.
    .pause = Orologio non fermato.
    .adjourn = Partita non sospesa.
    .sign = Non firmato.
    .move = Non giocata: { $move }.
    .order = Non è cambiato niente.
HardToHear = Si sente male. Più vicino al microfono forse va meglio.
NamesNotLetters = Il microfono suona come un telefono. Nomi invece di lettere, per favore: Anna, Bella.
MicrophoneTooLoud = L'audio è distorto. Abbassa il volume del microfono o parla da più lontano, per favore.
NothingAsked = Nessuna domanda attende qui una risposta. Ripeti la richiesta, per favore.
Leaving = Per uscire dal programma: Ctrl e C; la partita resta salvata. Non è abbandonata.
    .seat = È possibile lasciare la pagina e tornare. Intanto la partita continua; non è abbandonata.
premove = Poi: { $move }.
NothingThen = Poi niente.
Listening = Quale mossa?
duplex =
    .full = Cuffie: si può interrompere.
    .half = Altoparlante: prima parlo io.
    .soon = Altoparlante: presto si può interrompere.
house =
    .understanding = Dopo l'annuncio l'orologio è fermo: al massimo { $time }.
    .start = Scacchi novecentosessanta. Prima traversa: { $list }.
    .flag = Quando finisce il tempo, finisce la partita.
    .goes-on = Si prosegue dopo la mossa numero { $number }. { $side }: { $move }.
    .written = { $side }: dopo ogni mossa dire: formulario fatto.
MicrophoneLost = { MicrophoneGone } L'orologio è fermo.
RecognizerLost = Non sento più niente. L'orologio è fermo.
SpeakerLost = { SpeakerGone } L'orologio è fermo.
SpeechLost = Non posso più parlare. L'orologio è fermo.
JournalLost = La partita non viene salvata. L'orologio è fermo.
ProgramError = Errore nel programma. Ripeti, per favore.
ProgramEnds = Il programma termina. La partita è salvata.
MachineSlept = Il programma era sospeso. L'orologio è fermo.
JournalBack = La partita viene di nuovo salvata.
EngineSilent = Il motore scacchistico non ha ancora risposto; il suo tempo scorre.
MicrophoneMute = Non sento nulla. Il microfono è acceso?
MicrophoneGone = Il microfono non c'è più.
SpeakerGone = L'altoparlante non c'è più.
MicrophoneBack = Il microfono funziona di nuovo.
SpeakerBack = L'altoparlante funziona di nuovo.
SpeechBack = Posso di nuovo parlare.
rematch = Un'altra partita? Dire: { $command }.
resumed =
    .announced = Annunciata, non premuta: { $move }.
    .wait = Dire { $command }, e l'orologio riparte.
arbiter =
    .none = Qui non c'è un arbitro.
spectator =
    .told = Lo saprà l'arbitro e nessun altro.
    .tells = Uno spettatore segnala: { $words }.
    .tells-named = Partita: { $white }, { $black }. Uno spettatore segnala: { $words }.
left =
    .opponent = L'avversario non c'è più.
    .white = Il Bianco non c'è più.
    .white-named = Il Bianco non c'è più: { $name }.
    .black = Il Nero non c'è più.
    .black-named = Il Nero non c'è più: { $name }.
    .own-assistant = Il tuo assistente non c'è più.
    .assistant-white = L'assistente del Bianco non c'è più.
    .assistant-black = L'assistente del Nero non c'è più.
back =
    .opponent = L'avversario è di nuovo qui.
    .white = Il Bianco è di nuovo qui.
    .white-named = Il Bianco è di nuovo qui: { $name }.
    .black = Il Nero è di nuovo qui.
    .black-named = Il Nero è di nuovo qui: { $name }.
    .own-assistant = Il tuo assistente è di nuovo qui.
    .assistant-white = L'assistente del Bianco è di nuovo qui.
    .assistant-black = L'assistente del Nero è di nuovo qui.
envelope =
    .key = La parola d'ordine per la busta è accettata.
    .key-all = La parola d'ordine per le buste di tutte le scacchiere è accettata.
    .keyless = La busta resta chiusa: nessuno ha dato la parola d'ordine.
    .none = Mancano le parole d'ordine per la busta.
    .wanted = Prima le parole d'ordine per la busta, sulla pagina: di entrambi i giocatori o dell'arbitro.
    .shut = La busta resta chiusa: parola d'ordine sbagliata.
    .unread = La mossa in busta non si può leggere: { $words }. Decide l'arbitro.
    .illegal = Questa mossa in busta è illegale.
    .unclear = La mossa in busta non è chiara. Dire la mossa per intero.

## Peg boards, steps of the hands, boards that differ
step =
    .Lift = { $piece } via da { $square }.
    .Insert = { $piece } in { $square }.
    .LayAside = { $piece } da parte.
    .TakeUp = Prendere: { $piece }.
steps =
    .done = Fatto.
piece =
    .marked = { $piece } con segno
    .plain = { $piece } senza segno
compare =
    .rank = Traversa { $rank }: { $list }. È giusto?
    .square = { $square }: { $piece }. È giusto?
    .what = Cosa c'è in { $square }?
    .same = La scacchiera è giusta.
    .differs = { $square }: sulla scacchiera { $here }, nella partita { $there }.
    .written = { $player }: scritto, mossa { $number }, { $side }: { $move }. È giusto?
    .wrote = { $side }: cosa è scritto?
    .board = Arbitro: correggere la scacchiera del { $side }?
    .board-players = Correggere la scacchiera del { $side }?
    .back = Arbitro: tornare alla mossa { $number }, muove il { $mover }?
    .back-players = Tornare alla mossa { $number }, muove il { $mover }?
    .times = Arbitro: nuovi tempi?
    .waits = Prima l'arbitro.
raised = { $file } rialzata
board-shows = Sulla scacchiera: { $move }.
board-differs = La scacchiera del { $side } è diversa.
BoardLost = La scacchiera del { $side } non c'è più. Continuare a voce.
board-found = La scacchiera del { $side } è di nuovo qui.
OpponentLost = L'avversario non c'è più. L'orologio è fermo.

## A player's own voice
enrol =
    .begin = La tua voce. Ripeti ogni parola, per favore.
    .again = Ancora una volta, per favore: { $said }.
    .aside = La partita continua, la lettura dopo.
    .few = Ho capito troppo poco. Non è stato salvato niente.
    .own = Fatto. La tua voce è salvata.
    .same = Fatto. La tua voce si capisce già bene.

## An event of many games
pairing = Turno { $round }, scacchiera { $board }, { $side }, contro { $name }.
    .begun = La tua scacchiera è pronta. Ci porta il link: { $link }.
    .boards = Turno { $round }: le scacchiere sono pronte. Ci porta il link: { $link }.
    .bye = Turno { $round }: nessuna partita, un punto.
    .away = Turno { $round }: nessuna partita.
    .half = Turno { $round }: nessuna partita, mezzo punto.
    .through = Turno { $round }: nessuna partita, passi al turno successivo.
    .out = Turno { $round }: sei fuori dal torneo.
    .undecided = Nessuno ha vinto: l'arbitro stabilisce chi passa il turno.
    .none = Ancora nessun turno.
    .undone = Turno { $round }: non vale più.
result-news = Turno { $round }, scacchiera { $board }, contro { $name }. Nuovo risultato: { $result }.
    .at-board = Turno { $round }, scacchiera { $board }. Nuovo risultato: { $result }.
    .forfeit = { $result } per forfait
    .open = ancora nessuno
    .because = Motivo: { $words }.
result-kept = Nel torneo resta il risultato: turno { $round }, scacchiera { $board }, { $result }.
    .paired = Il turno seguente è abbinato di conseguenza; il risultato stabilito qui varrà se prima annulli l'abbinamento.
    .begun = Il turno seguente è cominciato; può valere solo un risultato con lo stesso vincitore.
    .open = Resta finché la partita non ha un altro risultato, perché il turno seguente è abbinato.
    .set = È stato stabilito nel torneo; correggilo lì.
