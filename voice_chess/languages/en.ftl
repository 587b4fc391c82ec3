### The phrases spoken in English.
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
or = or
point = point
article = Article { $article }.
    .adjournment = { $article } of the guidelines for adjourned games
    .quickplay = { $article } of the guidelines for quickplay finishes
hours =
    { $count ->
        [one] one hour
       *[other] { $number } hours
    }
    .alone =
        { $count ->
            [one] one
           *[other] { $number }
        }
minutes =
    { $count ->
        [one] one minute
       *[other] { $number } minutes
    }
    .alone =
        { $count ->
            [one] one
           *[other] { $number }
        }
seconds =
    { $count ->
        [one] one second
       *[other] { $number } seconds
    }
    .alone =
        { $count ->
            [one] one
           *[other] { $number }
        }
moves =
    { $count ->
        [one] one move
       *[other] { $number } moves
    }
K =
    { $count ->
        [one] king
       *[other] { $number } kings
    }
    .white = white king
    .black = black king
Q =
    { $count ->
        [one] queen
       *[other] { $number } queens
    }
    .white = white queen
    .black = black queen
R =
    { $count ->
        [one] rook
       *[other] { $number } rooks
    }
    .white = white rook
    .black = black rook
B =
    { $count ->
        [one] bishop
       *[other] { $number } bishops
    }
    .white = white bishop
    .black = black bishop
N =
    { $count ->
        [one] knight
       *[other] { $number } knights
    }
    .white = white knight
    .black = black knight
P =
    { $count ->
        [one] one pawn
       *[other] { $number } pawns
    }
    .white = white pawn
    .black = black pawn

## Events
GameArranged = New game: { $time }.
PlayerArrived = { $side } is here.
GameStarted = The game begins. { $mover } to move.
MoveAnnounced = { $move }.
SlipCorrected = Correction: { $move }.
MoveExecuted = { $move } is on the board.
MoveCompleted = { $move }, pressed.
MoveRepeated =
    .right = Repeated correctly.
    .wrong = Repeated wrongly: { $move }.
AdjustmentAnnounced = { $side } adjusts.
PiecesTouched = { $side }, touched: { $squares }.
IllegalMoveCompleted = { $move } was an illegal move. { $side }, mistake number { $number }.
TimeAdded = { $side } gets { $time }.
TimeDeducted = { $side } loses { $time }.
ClocksSet = New time: White { $white }, Black { $black }.
ClocksStopped =
    .arbiter = The clock is stopped: arbiter.
    .pause = The clock is stopped: a pause.
    .promotion-piece = The clock is stopped: a piece is missing.
    .displaced-pieces = The clock is stopped: displaced pieces.
    .irregularity = The clock is stopped: an irregularity.
    .claim = The clock is stopped: claim.
    .recording = The clock is stopped: the scores are not complete.
ClocksStarted = The clock is running.
DrawOffered = { $side } offers a draw.
DrawDeclined = Draw declined by { $side }.
DrawAccepted = Draw accepted by { $side }.
DrawOfferStands = The draw offer by { $side } still stands.
ClaimUpheld = Claim by { $side }, { $claim }: right.
    .move = Claim by { $side }, { $claim }, { $move }: right.
ClaimRejected = Claim by { $side }, { $claim }: wrong.
    .move = Claim by { $side }, { $claim }: wrong. Move: { $move }.
    .neither = Claim by { $side }: wrong, neither repetition nor fifty moves.
    .neither-with-move = Claim by { $side }: wrong, neither repetition nor fifty moves. Move: { $move }.
QuickplayClaimed = Claim by { $side }: quickplay finish.
    .cannot-win = Claim by { $side }: quickplay finish, the opponent can't win by normal means.
    .no-effort = Claim by { $side }: quickplay finish, the opponent makes no effort to win.
    .both-grounds = Claim by { $side }: quickplay finish, the opponent can't win by normal means and makes no effort to win.
QuickplayPostponed = Claim by { $side }: not yet.
QuickplayRejected = Claim by { $side }: wrong.
QuickplayReopened = Arbiter: claim by { $side }.
IncrementRequested = { $side } offers a draw or { $time } more.
IncrementIntroduced = New time: { $time } for each move.
IncrementRefused = { $side } declines the increment.
Resigned = { $side } resigns.
FlagFell = Flag fall, { $side }.
RulingAsked = Arbiter: can { $side } still mate?
SealingAsked = { $side }: say sealed move, then your move.
MoveSealed = Sealed move by { $side }. Now press the clock.
    .made = The move of { $side } on the board is the sealed one. Now press the clock.
GameAdjourned = The game is adjourned, the clock is stopped.
GameResumed = The game is resumed.
    .white = The game is resumed. White is missing.
    .black = The game is resumed. Black is missing.
    .both = The game is resumed. Both players are missing.
SealerTooLate = The player who sealed is too late: open the envelope first.
EnvelopeOpened = Sealed move: { $move }.
    .empty = The sealed move cannot be read.
PlayerWarned = Warning for { $side }.
PlayerExpelled = { $side } is expelled from the event.
AppealMade = Appeal by { $side } against the decision under article { $article }.
AppealUpheld = Appeal by { $side } against the decision under article { $article }: accepted.
AppealRejected = Appeal by { $side } against the decision under article { $article }: rejected.
PositionRestored = Back to move { $number }. { $mover } to move.
PieceSetDown = { $side } has released: { $square }.
ObjectionRaised = Claim by { $side }, touched: { $squares }.
    .released = Claim by { $side }, released: { $square }.
ObjectionUpheld = Claim by { $side }: right.
ObjectionRejected = Claim by { $side }: wrong.
    .withdrawn = { $side } withdraws the claim.
ClockPressedWrongly = Pressed wrongly. { $side }, mistake number { $number }.
CorrectionProposed = { $side }: back to move { $number }?
FaultFound = An irregularity. The game goes on.
    .reversed-colours = The colours are swapped. The game goes on.
    .turned-board = The board is turned the wrong way. The position stays, and the game goes on.
    .wrong-clock = The clock is set wrongly.
BoardCorrected = The board of { $side } has been corrected.
ReasonStated = Arbiter: { $words }.
MoveAnswered = { $side } has moved: { $move }.
MoveRecorded = { $side } has recorded the move.
ScoreCompleted = { $side }: the score is complete.
GameReconstructed = The score is complete.
PeriodBegun = New period.
ScoreSigned = { $side }: { $result }.
ResultSettled = Result: { $result }.
    .points = Result: { $result }. Points: White { $white }, Black { $black }.
InformationAsked = { $side } has a question.
TimesTold = White { $white }, Black { $black }.
MoveCountTold = Moves: { $number }.
ScoreShown = { $side }, please: the score.
TakebackProposed = { $side } asks to go back to move { $number }.
TakebackAccepted = Accepted by { $side }.
TakebackDeclined = Declined by { $side }.
RematchProposed = { $side } offers another game.
RematchAccepted = A new game, colours swapped.
RematchDeclined = { $side }: no other game.
GameEnded = { $result }: { $reason }.
    .lack-of-mate = { $result }: { $reason }, no mate possible.
    .points = { $result }: { $reason }. Points: White { $white }, Black { $black }.
points =
    .none = zero
    .half = a half
    .one = one
result =
    .white-wins = White wins
    .black-wins = Black wins
    .draw = Draw
    .both-lose = Both lose
    .void = The game does not count
end =
    .checkmate = checkmate
    .resignation = resignation
    .stalemate = stalemate
    .dead-position = no mate possible
    .agreement = agreement
    .repetition = repetition
    .fifty-moves = fifty moves
    .fivefold = fivefold repetition
    .seventy-five-moves = seventy-five moves
    .flag-fall = flag fall
    .both-flags = both flags
    .lateness = late arrival
    .illegal-move = illegal move
    .quickplay-finish = quickplay finish
    .sealed-move = sealed move
    .penalty = penalty
    .disobedience = penalty
    .device = telephone
    .wrong-start = wrong starting position
    .position-lost = the position cannot be restored
    .arbiter = arbiter
    .signed = as signed
claim =
    .draw = a draw
    .repetition = repetition
    .fifty = fifty moves
    .quickplay = quickplay finish
    .cannot-win = quickplay finish, the opponent can't win by normal means
    .no-effort = quickplay finish, the opponent makes no effort to win
    .both-grounds = quickplay finish, the opponent can't win by normal means and makes no effort to win
    .time = flag fall
    .illegal-move = illegal move

## Refusals
NotYourRole = You may not do that.
    .arbiter = Only the arbiter may do that.
    .rulings = A ruling is put right by another one. A result is undone on the page of the event.
    .noticed = You may only tell the arbiter what you have noticed.
BadField = That is not possible.
GameNotStarted = The game has not begun yet.
GameAlreadyStarted = The game has already begun.
GameIsOver = The game is over.
NotYourMove = It is not your move.
NotALegalMove = { $move }: { $reason }
PromotionPieceMissing = { $square }: which piece?
TouchedPieceMustMove = Touch move: { $squares }.
NothingAnnounced = Announce a move first.
TooLateToCorrect = Too late, the clock is pressed.
    .begun = Too late, the game goes on.
    .made = Too late, the move is made.
NotYetExecuted = Play it on the board first: { $move }.
NotYetRepeated = Repeat it first: { $move }.
NothingToRepeat = Nothing to repeat.
DrawAlreadyOffered = A draw is already offered.
NoDrawOffered = No draw is offered.
OwnDrawOffer = That is your own offer.
DrawNotYetAllowed = No draw until after move { $number }.
    .arbiter = No draw until after move { $number }, unless the arbiter consents.
NoAgreedDraws = A draw only with the arbiter's consent.
NoAppeals = These Laws have no article on appeals. Ask the organiser whether the event hears one.
    .arbiter = No appeal without an arbiter.
NothingDecided = There is no decision to appeal against.
DecisionIsFinal = That decision is final.
ClaimLost = Too late for the claim.
NoQuickplayFinish = This is no quickplay finish.
    .early = Only with less than { $time } left.
    .late = Too late, the time is up.
GroundMissing = Without an arbiter the claim needs its ground: quickplay finish one, the opponent can't win by normal means; quickplay finish two, the opponent makes no effort to win; quickplay finish three, both.
FlagHasNotFallen = The flag has not fallen.
    .side = { $side } still has time.
BothFlagsDown = Both flags have fallen. The game goes on.
NoIllegalMove = The last move was legal.
    .any = There is no illegal move to annul.
HandsNotCounted = A move with two hands does not count as illegal here.
HandsOutOfTime = Two hands count only between the press of the clock and the answer.
HandsRuledOn = Those two hands are already counted.
ClocksAreStopped = The clock is stopped.
ClocksAreRunning = The clock is running.
NothingSealed = Seal a move first.
EnvelopeStillOpen = Press the clock first: the envelope is still open.
SessionLastsLonger = The session lasts longer than your time.
EnvelopeStaysShut = The opponent must come first.
GameIsAdjourned = The game is adjourned.
    .envelope = The envelope must be opened first.
    .resume = The game is adjourned. First say: resume.
    .continue = The game is adjourned. First say: continue.
NotAdjourned = The game is not adjourned.
NothingToRuleOn = There is nothing to rule on.
RulingAwaited = The arbiter must decide first.
    .alone = There is no arbiter. Whoever made the claim withdraws it by: continue.
ReleasedPieceStays = Released, so it stays: { $square }.
ObjectionLost = Too late for the claim.
NothingToObjectTo = The move was legal.
NotYetRecorded =
    .move = The last move is not recorded yet. First say: scoresheet done.
    .score = Complete your score first, then say: scoresheet done.
    .scores = The score is not complete yet.
NotInAdvance = Make the move first, then record it.
NothingToRecord = The score is already complete.
GameNotOver = The game is not over.
NobodyAsked = Nobody has asked yet.
NoLookAtScore = The arbiter's scoresheet is not shown.
NothingToTakeBack = No move yet.
NotAtThisTable = Not in this game.
NothingProposed = Nothing is offered.
OwnProposal = That is your own offer.
AlreadyProposed = That is already offered.

## Reasons why a move is not legal
NoSuchPiece = there is no { $piece }.
NotThere = there is a { $piece } on { $square }.
    .empty = { $square } is empty.
NotYourPiece = the opponent stands on { $square }.
OwnPieceThere = your own { $piece } is on { $square }.
Blocked = { $piece } { $square } is in the way.
Pinned = pinned by { $piece } { $square }.
StillInCheck = still in check from { $piece } { $square }.
IntoCheck = in check there from { $piece } { $square }.
CannotMoveThatWay = it does not move that way.
NothingToCapture = there is nothing to take.
KingNotCaptured = a king is not taken.
NeedsPromotionPiece = which piece?
CastlingRefused =
    .king-moved = the king may no longer castle.
    .rook-moved = that rook may no longer castle.
    .no-right = the right to castle is lost.
    .blocked = { $piece } { $square } is in the way.
    .in-check = in check from { $piece } { $square }.
    .through-check = in check on the way from { $piece } { $square }.
    .into-check = in check there from { $piece } { $square }.
LegalAfterAll = the move is possible.

## Questions
ask = { $choices }?
    .which = { $start } { $choices }?
    .to = { $start } to { $choices }?
    .promotion = Which piece: { $choices }?
    .where = { $start } where to?
    .rest = { $start }: what next?
    .marked = { $side }: which pieces bear a mark, white, black or none?
    .raised = { $side }: which squares are raised, white or black?
confirm =
    .resign = Really resign?
    .accept = Accept the draw?
    .claim = Really claim { $claim }?
    .appeal = Really appeal against the decision?
    .object-to-touch = Really claim, touched { $squares }?
    .object-to-release = Really claim, let go { $squares }?
    .increment = Really ask for an increment?
    .arbiter = Call the arbiter?
    .pause = There is no arbiter. Stop the clock?
    .adjourn = Really adjourn?
    .sign = Really sign for { $side }: { $result }?
    .checkmate = { $move }: right?
    .ends = { $move }, { $reason }: right?
    .order = { $what } Right?

## Answers
clock = { $own }, { $side } { $other }.
    .of-opponent = { $side } { $time }.
    .of-both = { $side } { $own }, { $opponent } { $other }.
time = { $time }.
time-left = { $side }: { $time } left.
behind = { $side }: { $time } behind.
    .on = Time warning: { $time }.
    .off = Time warning: off.
move-number = Move { $number }.
    .none = There is no move { $number } yet.
moves-to-control = { $moves } until the time control at move { $number }.
    .of-side = { $side }: { $moves } until the time control at move { $number }.
    .none = No further time control.
    .none-of-side = { $side }: no further time control.
whose-turn = { $side } to move.
in-check = In check: { $list }.
    .none = Not in check.
last-move = { $side }: { $move }.
    .none = No move yet.
what-is-on = { $square }: { $piece }.
    .empty = { $square } is empty.
where-is = { $side } { $piece }: { $squares }.
    .none = There is no { $side } { $piece }.
side-list = { $side }: { $list }.
captured = { $side } has lost: { $list }.
list = { $list }.
rank = Rank { $number }: { $list }.
diagonal = { $start } to { $end }: { $list }.
more = { $command }?
    .reading = { $wish }: { $command }?
none = nothing
legal-moves = { $list }.
    .none = No legal move.
help = Say: { $list }.
    .move = Say a move, or: { $list }.
limit = { $command } is not possible.
why =
    .none = Nothing was wrong.
    .unclear = Your last words were no move or command that fits now. For a list of what you can say: { $command }.
repeat =
    .none = Nothing yet.

## The dialogue itself
NotUnderstood = Not understood.
    .heard = Not understood; heard: { $words }.
writing =
    .garbled = Not understood: { $rest }.
    .capture = { $move } takes nothing.
    .passing = { $move }: not en passant.
    .check = { $move }: no check.
    .mate = { $move }: no checkmate.
    .file = { $square }: from which file?
    .wordless = Not understood. For a list of what you can say: { $command }.
Cancelled = All right.
    .resign = Not resigned.
    .accept = Draw not accepted.
    .claim = No claim.
    .appeal = No appeal.
    .object-to-touch = No claim.
    .object-to-release = No claim.
    .increment = No increment asked for.
    .arbiter = Arbiter not called.
    .pause = The clock was not stopped.
    .adjourn = Not adjourned.
    .sign = Not signed.
    .move = Not played: { $move }.
    .order = Nothing changed.
HardToHear = You are hard to hear. Closer to the microphone may help.
NamesNotLetters = The microphone sounds like a telephone. Please say names, not letters: Anna, Bella.
MicrophoneTooLoud = Your sound is distorted. It helps to turn the microphone down, or to speak from farther away.
NothingAsked = No question is open for you. Please say again what you want.
Leaving = To leave the program, press Control and C; the game is kept. It is not resigned.
    .seat = You can leave the page and come back. Meanwhile the game goes on; it is not resigned.
premove = Then: { $move }.
NothingThen = Nothing, then.
Listening = Which move?
duplex =
    .full = Headphones: you may interrupt.
    .half = Loudspeaker: I speak first, then you.
    .soon = Loudspeaker: soon you may interrupt.
house =
    .understanding = After a move the clock stands: up to { $time }.
    .start = Chess nine sixty. Rank one: { $list }.
    .flag = When time runs out, the game is over.
    .goes-on = Continuing after move { $number }. { $side }: { $move }.
    .written = { $side }: after each move say scoresheet done.
MicrophoneLost = { MicrophoneGone } The clock is stopped.
RecognizerLost = I can no longer hear. The clock is stopped.
SpeakerLost = { SpeakerGone } The clock is stopped.
SpeechLost = I can no longer speak. The clock is stopped.
JournalLost = The game is not saved. The clock is stopped.
ProgramError = An error in the program. Please say it again.
ProgramEnds = The program is ending. The game is saved.
MachineSlept = The program was suspended. The clock is stopped.
JournalBack = The game is being saved again.
EngineSilent = The engine has not moved yet; its clock is running.
MicrophoneMute = I hear nothing. Is the microphone on?
MicrophoneGone = The microphone is gone.
SpeakerGone = The loudspeaker is gone.
MicrophoneBack = The microphone is back.
SpeakerBack = The loudspeaker is back.
SpeechBack = I can speak again.
rematch = Another game? Say { $command }.
resumed =
    .announced = Announced, not pressed: { $move }.
    .wait = Say { $command }, and the clock will run.
arbiter =
    .none = There is no arbiter here.
spectator =
    .told = Only the arbiter has been told.
    .tells = A spectator has noticed: { $words }.
    .tells-named = { $white } against { $black }. A spectator has noticed: { $words }.
left =
    .opponent = Your opponent has left.
    .white = White has left.
    .white-named = White has left: { $name }.
    .black = Black has left.
    .black-named = Black has left: { $name }.
    .own-assistant = Your assistant has left.
    .assistant-white = White's assistant has left.
    .assistant-black = Black's assistant has left.
back =
    .opponent = Your opponent is back.
    .white = White is back.
    .white-named = White is back: { $name }.
    .black = Black is back.
    .black-named = Black is back: { $name }.
    .own-assistant = Your assistant is back.
    .assistant-white = White's assistant is back.
    .assistant-black = Black's assistant is back.
envelope =
    .key = The passphrase is kept for the envelope.
    .key-all = The passphrase is kept for the envelopes of all your boards.
    .keyless = The envelope stays shut: no passphrase was given.
    .none = The envelope needs its passphrases.
    .wanted = First the passphrases for the envelope, on the page: both players', or the arbiter's.
    .shut = The envelope stays shut: wrong passphrase.
    .unread = The sealed move can't be read: { $words }. The arbiter decides.
    .illegal = This sealed move is not legal.
    .unclear = The sealed move is not clear. Please give the whole move.

## Peg boards, steps of the hands, boards that differ
step =
    .Lift = { $piece } out of { $square }.
    .Insert = { $piece } to { $square }.
    .LayAside = { $piece } aside.
    .TakeUp = Take: { $piece }.
steps =
    .done = Done.
piece =
    .marked = { $piece } with mark
    .plain = { $piece } without mark
compare =
    .rank = Rank { $rank }: { $list }. Is that right?
    .square = { $square }: { $piece }. Is that right?
    .what = What is on { $square }?
    .same = The board is right.
    .differs = { $square }: on the board { $here }, in the game { $there }.
    .written = { $player }: recorded, move { $number }, { $side }: { $move }. Is that right?
    .wrote = { $side }: what is recorded?
    .board = Arbiter: correct the board of { $side }?
    .board-players = Correct the board of { $side }?
    .back = Arbiter: back to move { $number }, { $mover } to move?
    .back-players = Back to move { $number }, { $mover } to move?
    .times = Arbiter: new times?
    .waits = The arbiter must decide first.
raised = { $file } raised
board-shows = On the board: { $move }.
board-differs = The board of { $side } is different.
BoardLost = The board of { $side } is gone. Continue by voice.
board-found = The board of { $side } is back.
OpponentLost = The opponent is gone. The clock is stopped.

## A player's own voice
enrol =
    .begin = Your voice. Please repeat each word.
    .again = Once more, please: { $said }.
    .aside = The game goes on, and the reading afterwards.
    .few = Too little was understood. Nothing was saved.
    .own = Done. Your voice is learnt.
    .same = Done. Your voice is already understood well.

## An event of many games
pairing = Round { $round }, board { $board }, { $side }, against { $name }.
    .begun = Your board is ready. The link there: { $link }.
    .boards = Round { $round }: the boards are ready. The link there: { $link }.
    .bye = Round { $round }: no game, one point.
    .away = Round { $round }: no game.
    .half = Round { $round }: no game, half a point.
    .through = Round { $round }: no game. You are in the next round.
    .out = Round { $round }: you have been knocked out.
    .undecided = Nobody has won: the arbiter decides who advances.
    .none = No round yet.
    .undone = Round { $round } no longer stands.
result-news = Round { $round }, board { $board }, against { $name }. New result: { $result }.
    .at-board = Round { $round }, board { $board }. New result: { $result }.
    .forfeit = { $result } by forfeit
    .open = none yet
    .because = Reason: { $words }.
result-kept = The event keeps its result of round { $round }, board { $board }: { $result }.
    .paired = The next round is paired by it; the result stated here will count if you undo that pairing first.
    .begun = The next round has begun; only a result with the same winner can still count.
    .open = It stays until the game has another result, because the next round is paired.
    .set = It was set at the event; correct it there.
