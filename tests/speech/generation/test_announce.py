"""What is said about each event, refusal and reason."""

from types import UnionType
from typing import Any, get_args

import pytest

from voice_chess.clock.time_control import TimeControl
from voice_chess.game import refusals
from voice_chess.game.adjournment import (
    EnvelopeOpened,
    GameAdjourned,
    GameResumed,
    MoveSealed,
    SealerTooLate,
    SealingAsked,
)
from voice_chess.game.agreements import (
    RematchAccepted,
    RematchDeclined,
    RematchProposed,
    TakebackAccepted,
    TakebackDeclined,
    TakebackProposed,
)
from voice_chess.game.clocks import (
    ClocksSet,
    ClocksStarted,
    ClocksStopped,
    FlagFell,
    PeriodBegun,
    TimeAdded,
    TimeDeducted,
)
from voice_chess.game.draws import (
    ClaimRejected,
    ClaimUpheld,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    DrawOfferStands,
)
from voice_chess.game.envelope import Envelope
from voice_chess.game.game_end import GameEnded, Resigned, RulingAsked
from voice_chess.game.information import InformationAsked, MoveCountTold, ScoreShown, TimesTold
from voice_chess.game.irregularities import (
    BoardCorrected,
    ClockPressedWrongly,
    CorrectionProposed,
    FaultFound,
    IllegalMoveCompleted,
    PositionRestored,
)
from voice_chess.game.moves import (
    MoveAnnounced,
    MoveAnswered,
    MoveCompleted,
    MoveExecuted,
    MoveRepeated,
    SlipCorrected,
)
from voice_chess.game.objections import ObjectionRaised, ObjectionRejected, ObjectionUpheld
from voice_chess.game.penalties import (
    AppealMade,
    AppealRejected,
    AppealUpheld,
    PlayerExpelled,
    PlayerWarned,
    ReasonStated,
)
from voice_chess.game.quickplay import (
    IncrementIntroduced,
    IncrementRefused,
    IncrementRequested,
    QuickplayClaimed,
    QuickplayPostponed,
    QuickplayRejected,
    QuickplayReopened,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import (
    GameReconstructed,
    MoveRecorded,
    ResultSettled,
    ScoreCompleted,
    ScoreSigned,
)
from voice_chess.game.setup import GameArranged, GameStarted, PlayerArrived
from voice_chess.game.table import Role, Table
from voice_chess.game.touch import AdjustmentAnnounced, PieceSetDown, PiecesTouched
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws import castling, reasons
from voice_chess.laws.edition import Citation, edition
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.speech.generation.announce import (
    Announceable,
    Scene,
    announce,
    cite,
    written_article,
)
from voice_chess.speech.generation.vocabulary import speakable_words

GERMAN = load_language("de")
LAW = Citation(edition="2009", topic=Topic.ILLEGAL_MOVE, article="7.4")
MADE, BEGUN = edition("2009").cite(Topic.SEALING), edition("2009").cite(Topic.SETUP_COMPLAINTS)
PLAYED = Position.after(["e2e4", "d7d5", "f1b5"], start_fen=Position.start().fen)
NOW: dict[str, Any] = {"at_ms": 0}
WHITE: dict[str, Any] = {"at_ms": 0, "white": True}
BECAUSE: dict[str, Any] = {"because": LAW}

ENVELOPE = Envelope(
    sealed_by_white=True,
    text="Sd7",
    fen=PLAYED.fen,
    move_number=3,
    left_ms=(60_000, 60_000),
    offer_by_white=None,
    resumption="morgen",
)

SAID: list[tuple[Announceable, str]] = [
    (
        GameArranged(table=Table(control=TimeControl.parsed("15+10")), **NOW),
        "Neue Partie: fünfzehn Minuten.",
    ),
    (PlayerArrived(**WHITE), "Weiß ist da."),
    (GameStarted(**NOW), "Die Partie beginnt. Schwarz ist am Zug."),
    (MoveAnnounced(at_ms=0, white=False, uci="c7c6"), "Bauer Cesar sieben, Cesar sechs."),
    (
        SlipCorrected(at_ms=0, white=False, from_uci="c7c6", to_uci="c8d7"),
        "Korrektur: Läufer Cesar acht, David sieben.",
    ),
    (
        MoveExecuted(at_ms=0, white=False, uci="b8d7"),
        "Springer Bella acht, David sieben steht auf dem Brett.",
    ),
    (
        MoveCompleted(at_ms=0, white=False, uci="b8d7", charged_until_ms=0),
        "Springer Bella acht, David sieben, gedrückt.",
    ),
    (MoveRepeated(is_right=True, uci="b8d7", **WHITE), "Richtig wiederholt."),
    (
        MoveRepeated(is_right=False, uci="b8c6", **WHITE),
        "Falsch wiederholt: Springer Bella acht, Cesar sechs.",
    ),
    (AdjustmentAnnounced(**WHITE), "Weiß rückt zurecht."),
    (PiecesTouched(squares=("e4", "d5"), **WHITE), "Weiß, berührt: Eva vier, David fünf."),
    (
        IllegalMoveCompleted(at_ms=0, white=False, uci="a7a6", count=2, because=LAW),
        "Bauer Anna sieben, Anna sechs war ein falscher Zug. Schwarz, Fehler zwei.",
    ),
    (TimeAdded(ms=120_000, because=LAW, **WHITE), "Weiß bekommt zwei Minuten."),
    (
        TimeDeducted(ms=61_000, because=LAW, **WHITE),
        "Weiß verliert eine Minute eine Sekunde.",
    ),
    (
        ClocksSet(white_ms=3_600_000, black_ms=60_000, because=LAW, **NOW),
        "Neue Zeit: Weiß eine Stunde, Schwarz eine Minute.",
    ),
    (
        ClocksStopped(by=Role.ARBITER, why="claim", because=LAW, **NOW),
        "Die Uhr steht: Reklamation.",
    ),
    (ClocksStarted(**NOW), "Die Uhr läuft."),
    (DrawOffered(is_timely=True, **WHITE), "Weiß bietet Remis."),
    (DrawDeclined(by="word", **WHITE), "Remis abgelehnt von Weiß."),
    (DrawAccepted(**WHITE), "Remis angenommen von Weiß."),
    (DrawOfferStands(**WHITE), "Das Remisangebot von Weiß gilt noch."),
    (
        ClaimUpheld(kind="fifty", uci=None, because=LAW, **WHITE),
        "Reklamation von Weiß, fünfzig Züge: richtig.",
    ),
    (
        ClaimUpheld(kind="repetition", uci="g1f3", because=LAW, **WHITE),
        "Reklamation von Weiß, Stellungswiederholung, Springer Gustav eins, Felix drei: richtig.",
    ),
    (
        ClaimRejected(kind="repetition", uci=None, because=LAW, **WHITE),
        "Reklamation von Weiß, Stellungswiederholung: falsch.",
    ),
    (
        ClaimRejected(kind="fifty", uci="g1f3", because=LAW, **WHITE),
        "Reklamation von Weiß, fünfzig Züge: falsch. Zug: Springer Gustav eins, Felix drei.",
    ),
    (
        ClaimRejected(kind=None, uci=None, because=LAW, **WHITE),
        "Reklamation von Weiß: falsch, weder Stellungswiederholung noch fünfzig Züge.",
    ),
    (
        ClaimRejected(kind=None, uci="g1f3", because=LAW, **WHITE),
        (
            "Reklamation von Weiß: falsch, weder Stellungswiederholung noch fünfzig Züge. "
            "Zug: Springer Gustav eins, Felix drei."
        ),
    ),
    (Resigned(**WHITE), "Weiß gibt auf."),
    (FlagFell(**WHITE), "Zeitüberschreitung von Weiß."),
    (
        RulingAsked(question="mating-chance", reason=EndReason.FLAG_FALL, because=LAW, **WHITE),
        "Schiedsrichter: kann Weiß noch matt setzen?",
    ),
    (PlayerWarned(because=LAW, **WHITE), "Verwarnung für Weiß."),
    (
        AppealMade(against=LAW, because=LAW, **WHITE),
        "Einspruch von Weiß gegen die Entscheidung nach Artikel sieben Punkt vier.",
    ),
    (
        AppealUpheld(against=LAW, because=LAW, **WHITE),
        "Einspruch von Weiß gegen die Entscheidung nach Artikel sieben Punkt vier: richtig.",
    ),
    (
        AppealRejected(against=LAW, because=LAW, **WHITE),
        "Einspruch von Weiß gegen die Entscheidung nach Artikel sieben Punkt vier: falsch.",
    ),
    (PlayerExpelled(because=LAW, **WHITE), "Strafe: keine Partie mehr für Weiß."),
    (
        PositionRestored(moves_kept=2, because=LAW, **NOW),
        "Zurück zu Zug zwei. Weiß ist am Zug.",
    ),
    (
        GameEnded(result=Result.DRAW, reason=EndReason.AGREEMENT, because=LAW, **NOW),
        "Remis: angenommen.",
    ),
    (
        GameEnded(result=Result.DRAW, reason=EndReason.FLAG_FALL, because=LAW, **NOW),
        "Remis: Zeitüberschreitung, kein Matt möglich.",
    ),
    (
        GameEnded(result=Result.DRAW, reason=EndReason.ILLEGAL_MOVE, because=LAW, **NOW),
        "Remis: falscher Zug, kein Matt möglich.",
    ),
    (
        GameEnded(
            result=Result.DRAW, reason=EndReason.PENALTY, because=LAW, half_points=(0, 1), **NOW
        ),
        "Remis: Strafe. Weiß null, Schwarz null Punkt fünf.",
    ),
    (
        GameAdjourned(envelope=ENVELOPE, because=LAW, **NOW),
        "Die Partie ist vertagt, die Uhr steht.",
    ),
    (
        SealingAsked(resumption="morgen", charged_until_ms=None, because=LAW, **WHITE),
        "Weiß: sagen Sie Abgabezug, dann den Zug.",
    ),
    (
        MoveSealed(text="Sd7", is_made=False, **WHITE),
        "Abgabezug von Weiß. Dann bitte die Uhr drücken.",
    ),
    (
        MoveSealed(text="e2e4", is_made=True, **WHITE),
        "Der Zug von Weiß auf dem Brett ist der Abgabezug. Dann bitte die Uhr drücken.",
    ),
    (
        GameResumed(white_here=True, black_here=False, because=LAW, **NOW),
        "Die Partie geht weiter. Schwarz fehlt noch.",
    ),
    (
        GameResumed(white_here=False, black_here=True, because=LAW, **NOW),
        "Die Partie geht weiter. Weiß fehlt noch.",
    ),
    (
        GameResumed(white_here=False, black_here=False, because=LAW, **NOW),
        "Die Partie geht weiter. Weiß und Schwarz: noch nicht da.",
    ),
    (
        GameResumed(white_here=True, black_here=True, because=LAW, **NOW),
        "Die Partie geht weiter.",
    ),
    (
        SealerTooLate(result=Result.WHITE_WINS, because=LAW, **NOW),
        "Wer am Zug war, ist nicht da: erst der Umschlag.",
    ),
    (
        EnvelopeOpened(uci="b8d7", was_lost=False, because=LAW, **NOW),
        "Abgabezug: Springer Bella acht, David sieben.",
    ),
    (
        EnvelopeOpened(uci=None, was_lost=False, because=LAW, **NOW),
        "Im Umschlag ist kein Zug.",
    ),
    (
        QuickplayClaimed(ground=None, because=LAW, **WHITE),
        "Reklamation von Weiß: Endspurt.",
    ),
    (
        QuickplayClaimed(ground="no-effort", because=LAW, **WHITE),
        "Reklamation von Weiß: Endspurt, der Gegner versucht nicht zu gewinnen.",
    ),
    (
        QuickplayPostponed(because=LAW, **WHITE),
        "Reklamation von Weiß: noch nicht.",
    ),
    (QuickplayRejected(because=LAW, **WHITE), "Reklamation von Weiß: falsch."),
    (
        QuickplayReopened(because=LAW, **WHITE),
        "Schiedsrichter: Reklamation von Weiß.",
    ),
    (
        IncrementRequested(ms=5_000, because=LAW, **WHITE),
        "Weiß bietet Remis oder fünf Sekunden mehr.",
    ),
    (
        IncrementIntroduced(ms=5_000, because=LAW, **WHITE),
        "Neue Zeit: fünf Sekunden für jeden Zug.",
    ),
    (IncrementRefused(because=LAW, **WHITE), "Weiß lehnt mehr Zeit ab."),
    (
        MoveAnswered(at_ms=0, white=False, uci="c7c6"),
        "Schwarz hat schon gezogen: Bauer Cesar sieben, Cesar sechs.",
    ),
    (
        PieceSetDown(at_ms=0, white=False, uci="c7c6"),
        "Schwarz, gezogen: Cesar sechs.",
    ),
    (
        ObjectionRaised(touched=("b8",), released=None, because=LAW, **WHITE),
        "Reklamation von Weiß, berührt: Bella acht.",
    ),
    (
        ObjectionRaised(touched=(), released="b8c6", because=LAW, **WHITE),
        "Reklamation von Weiß, gezogen: Cesar sechs.",
    ),
    (ObjectionUpheld(because=LAW, **WHITE), "Reklamation von Weiß: richtig."),
    (ObjectionRejected(because=LAW, **WHITE), "Reklamation von Weiß: falsch."),
    (
        ObjectionRejected(is_withdrawn=True, because=LAW, **WHITE),
        "Weiß zieht die Reklamation zurück.",
    ),
    (
        ClockPressedWrongly(how="without-move", count=1, because=LAW, **WHITE),
        "Falsch gedrückt. Weiß, Fehler eins.",
    ),
    (CorrectionProposed(moves_kept=0, **WHITE), "Weiß: zurück zu Zug eins?"),
    (
        FaultFound(fault="turned-board", because=LAW, **NOW),
        "Das Brett ist verdreht. Die Stellung bleibt, die Partie läuft weiter.",
    ),
    (
        FaultFound(fault="reversed-colours", because=LAW, **NOW),
        "Die Farben sind vertauscht. Die Partie läuft weiter.",
    ),
    (
        FaultFound(fault="wrong-clock", because=LAW, **NOW),
        "Die Uhr ist falsch gestellt.",
    ),
    (BoardCorrected(because=LAW, **WHITE), "Korrektur auf dem Brett von Weiß."),
    (ReasonStated(in_words="Strafe", **NOW), "Schiedsrichter: Strafe."),
    (
        MoveRecorded(uci="f1b5", with_offer=False, **WHITE),
        "Weiß hat geschrieben.",
    ),
    (
        ScoreCompleted(source="opponent", **WHITE),
        "Weiß: die Partie ist geschrieben.",
    ),
    (
        GameReconstructed(
            fen=PLAYED.fen, left_ms=(0, 0), white_to_move=False, moves=3, because=LAW, **NOW
        ),
        "Die Partie ist geschrieben.",
    ),
    (PeriodBegun(because=LAW, **NOW), "Neue Zeit."),
    (ScoreSigned(result=Result.DRAW, **WHITE), "Weiß: Remis."),
    (ResultSettled(result=Result.DRAW, because=LAW, **NOW), "Das gilt: Remis."),
    (
        ResultSettled(result=Result.DRAW, half_points=(1, 0), because=LAW, **NOW),
        "Das gilt: Remis. Weiß null Punkt fünf, Schwarz null.",
    ),
    (InformationAsked(about="time", **WHITE), "Weiß hat eine Frage."),
    (
        TimesTold(white_ms=60_000, black_ms=120_000, **WHITE),
        "Weiß eine Minute, Schwarz zwei Minuten.",
    ),
    (MoveCountTold(count=40, **WHITE), "Züge: vierzig."),
    (ScoreShown(**WHITE), "Weiß, bitte: die Partie."),
    (
        refusals.ReleasedPieceStays(uci="c7c6", allowed=("c7c6",), **BECAUSE),
        "Gezogen ist gezogen: Cesar sechs.",
    ),
    (refusals.ObjectionLost(**BECAUSE), "Die Reklamation geht nicht mehr."),
    (refusals.NothingToObjectTo(**BECAUSE), "Der Zug war richtig."),
    (
        refusals.NotYetRecorded(**BECAUSE),
        "Der letzte Zug ist noch nicht geschrieben. Sagen Sie erst: Zug geschrieben.",
    ),
    (
        refusals.NotYetRecorded(what="score", **BECAUSE),
        "Erst die Mitschrift, dann sagen Sie: Zug geschrieben.",
    ),
    (
        refusals.NotYetRecorded(what="scores", **BECAUSE),
        "Die Mitschrift ist noch nicht fertig.",
    ),
    (refusals.NotInAdvance(**BECAUSE), "Erst wird gezogen, dann geschrieben."),
    (refusals.NothingToRecord(**BECAUSE), "Die Partie ist schon geschrieben."),
    (refusals.GameNotOver(**BECAUSE), "Die Partie ist noch nicht zu Ende."),
    (refusals.NobodyAsked(**BECAUSE), "Noch keine Frage."),
    (
        refusals.NoLookAtScore(**BECAUSE),
        "Die Mitschrift vom Schiedsrichter ist nicht zu sehen.",
    ),
    (refusals.NotYourRole(role=Role.SPECTATOR, **BECAUSE), "Das dürfen Sie nicht."),
    (
        refusals.NotYourRole(role=Role.WHITE, hint="arbiter", **BECAUSE),
        "Das darf nur der Schiedsrichter.",
    ),
    (
        refusals.NotYourRole(role=Role.ARBITER, hint="rulings", **BECAUSE),
        (
            "Eine Entscheidung ändern Sie durch eine andere. "
            "Ein Ergebnis nehmen Sie auf der Seite des Turniers zurück."
        ),
    ),
    (refusals.BadField(field="ms", problem="negative", **BECAUSE), "Das geht nicht."),
    (refusals.GameNotStarted(**BECAUSE), "Die Partie hat noch nicht begonnen."),
    (refusals.GameAlreadyStarted(**BECAUSE), "Die Partie läuft schon."),
    (refusals.GameIsOver(**BECAUSE), "Die Partie ist zu Ende."),
    (refusals.NotYourMove(**BECAUSE), "Sie sind nicht am Zug."),
    (
        refusals.NotALegalMove(
            uci="a7a6", reason=reasons.StillInCheck(from_square="b5"), **BECAUSE
        ),
        "Bauer Anna sechs: noch Schach von Läufer Bella fünf.",
    ),
    (refusals.PromotionPieceMissing(uci="a7a8", **BECAUSE), "Anna acht: welche Figur?"),
    (
        refusals.TouchedPieceMustMove(touched=("b8",), allowed=("b8c6",), **BECAUSE),
        "Berührt, geführt: Bella acht.",
    ),
    (refusals.NothingAnnounced(**BECAUSE), "Erst der Zug."),
    (refusals.TooLateToCorrect(**BECAUSE), "Das geht nicht mehr, die Uhr ist gedrückt."),
    (refusals.TooLateToCorrect(because=MADE), "Das geht nicht mehr, der Zug gilt."),
    (refusals.TooLateToCorrect(because=BEGUN), "Das geht nicht mehr, die Partie geht weiter."),
    (
        refusals.NotYetExecuted(uci="b8d7", **BECAUSE),
        "Erst auf dem Brett: Springer Bella acht, David sieben.",
    ),
    (
        refusals.NotYetRepeated(uci="b8d7", **BECAUSE),
        "Erst Springer Bella acht, David sieben wiederholen.",
    ),
    (refusals.NothingToRepeat(**BECAUSE), "Nichts zu wiederholen."),
    (refusals.DrawAlreadyOffered(**BECAUSE), "Remis ist schon angeboten."),
    (refusals.NoDrawOffered(**BECAUSE), "Remis ist nicht angeboten."),
    (refusals.OwnDrawOffer(**BECAUSE), "Das Angebot ist von Ihnen."),
    (refusals.DrawNotYetAllowed(move=30, **BECAUSE), "Remis erst nach Zug dreißig."),
    (
        refusals.DrawNotYetAllowed(move=30, may_arbiter_consent=True, **BECAUSE),
        "Remis erst nach Zug dreißig, vorher nur mit Schiedsrichter.",
    ),
    (refusals.NoAgreedDraws(**BECAUSE), "Kein Remis ohne Schiedsrichter."),
    (
        refusals.NoAppeals(lacks_arbiter=True, **BECAUSE),
        "Ohne Schiedsrichter gibt es keinen Einspruch.",
    ),
    (
        refusals.NoAppeals(**BECAUSE),
        "Diese Regeln kennen keinen Einspruch. Bitte den Veranstalter fragen.",
    ),
    (refusals.NothingDecided(**BECAUSE), "Es gibt keine Entscheidung."),
    (refusals.DecisionIsFinal(**BECAUSE), "Die Entscheidung gilt."),
    (refusals.ClaimLost(**BECAUSE), "Die Reklamation geht nicht mehr."),
    (refusals.FlagHasNotFallen(**BECAUSE), "Noch ist Zeit auf der Uhr."),
    (refusals.FlagHasNotFallen(white=False, **BECAUSE), "Schwarz hat noch Zeit."),
    (refusals.BothFlagsDown(**BECAUSE), "Beide haben keine Zeit mehr. Die Partie geht weiter."),
    (refusals.NoIllegalMove(**BECAUSE), "Der letzte Zug war richtig."),
    (
        refusals.HandsNotCounted(**BECAUSE),
        "Ein Zug mit zwei Händen ist kein falscher Zug.",
    ),
    (
        refusals.HandsOutOfTime(**BECAUSE),
        "Zwei Hände zählen nur zwischen dem Drücken der Uhr und der Antwort.",
    ),
    (refusals.HandsRuledOn(**BECAUSE), "Die zwei Hände sind schon gezählt."),
    (refusals.ClocksAreStopped(**BECAUSE), "Die Uhr steht."),
    (refusals.ClocksAreRunning(**BECAUSE), "Die Uhr läuft."),
    (refusals.NothingToRuleOn(**BECAUSE), "Nichts ist zu entscheiden."),
    (refusals.RulingAwaited(**BECAUSE), "Erst der Schiedsrichter."),
    (
        refusals.RulingAwaited(may_be_withdrawn=True, **BECAUSE),
        "Es ist kein Schiedsrichter da. Die eigene Reklamation nehmen Sie zurück mit: weiter.",
    ),
    (
        refusals.SessionLastsLonger(**BECAUSE),
        "Die Spielzeit dauert länger als die eigene Zeit.",
    ),
    (refusals.EnvelopeStaysShut(**BECAUSE), "Der Gegner ist noch nicht da."),
    (refusals.NoQuickplayFinish(**BECAUSE), "Noch kein Endspurt."),
    (refusals.NoQuickplayFinish(ms=120_000, **BECAUSE), "Erst unter zwei Minuten."),
    (refusals.NoQuickplayFinish(ms=0, **BECAUSE), "Die Zeit ist schon zu Ende."),
    (
        refusals.GroundMissing(**BECAUSE),
        (
            "Ohne Schiedsrichter braucht die Reklamation ihren Grund: Endspurt eins, der Gegner"
            " kann mit normalen Mitteln nicht gewinnen; Endspurt zwei, der Gegner versucht nicht"
            " zu gewinnen; Endspurt drei, eins und zwei."
        ),
    ),
    (refusals.GameIsAdjourned(**BECAUSE), "Die Partie ist vertagt."),
    (refusals.GameIsAdjourned(first="envelope", **BECAUSE), "Erst den Umschlag öffnen."),
    (
        refusals.GameIsAdjourned(first="resume", **BECAUSE),
        "Die Partie ist vertagt. Sagen Sie erst: Wiederaufnahme.",
    ),
    (
        refusals.GameIsAdjourned(first="continue", **BECAUSE),
        "Die Partie ist vertagt. Sagen Sie erst: weiter.",
    ),
    (refusals.EnvelopeStillOpen(**BECAUSE), "Erst bitte die Uhr drücken."),
    (refusals.NothingSealed(**BECAUSE), "Erst der Abgabezug."),
    (refusals.NotAdjourned(**BECAUSE), "Die Partie ist nicht vertagt."),
    (refusals.NotAtThisTable(**BECAUSE), "Das geht in der Partie nicht."),
    (refusals.NothingProposed(**BECAUSE), "Nichts ist angeboten."),
    (refusals.OwnProposal(**BECAUSE), "Das Angebot ist von Ihnen."),
    (refusals.AlreadyProposed(**BECAUSE), "Das ist schon angeboten."),
    (refusals.NothingToTakeBack(**BECAUSE), "Noch kein Zug."),
    (
        TakebackProposed(moves_kept=0, **WHITE),
        "Weiß: bitte zurück zu Zug eins.",
    ),
    (TakebackAccepted(**WHITE), "Angenommen von Weiß."),
    (TakebackDeclined(**WHITE), "Abgelehnt von Weiß."),
    (RematchProposed(**WHITE), "Weiß bietet eine neue Partie."),
    (RematchAccepted(**WHITE), "Neue Partie, die Farben sind getauscht."),
    (RematchDeclined(**WHITE), "Weiß: keine neue Partie."),
    (reasons.NoSuchPiece(piece="Q"), "Dame fehlt."),
    (reasons.NotThere(square="b8", stands_there="N"), "Auf Bella acht steht Springer."),
    (reasons.NotThere(square="e2", stands_there=None), "Eva zwei ist leer."),
    (reasons.NotYourPiece(square="e4"), "Auf Eva vier steht der Gegner."),
    (reasons.OwnPieceThere(square="c7"), "Auf Cesar sieben steht Bauer."),
    (reasons.Blocked(by_square="e7"), "Bauer Eva sieben steht im Weg."),
    (reasons.Pinned(by_square="b5"), "Gefesselt von Läufer Bella fünf."),
    (reasons.StillInCheck(from_square="b5"), "Noch Schach von Läufer Bella fünf."),
    (reasons.IntoCheck(from_square="b5"), "Dort ist Schach von Läufer Bella fünf."),
    (reasons.CannotMoveThatWay(piece="N"), "Zieht nicht so."),
    (reasons.NothingToCapture(square="c6"), "Dort steht kein Gegner."),
    (reasons.KingNotCaptured(square="e8"), "Ein König wird nicht geschlagen."),
    (reasons.NeedsPromotionPiece(square="a1"), "Welche Figur?"),
    (castling.CastlingRefused(why=castling.CastlingBar.KING_MOVED), "Der König steht falsch."),
    (
        castling.CastlingRefused(why=castling.CastlingBar.BLOCKED, square="f8"),
        "Läufer Felix acht steht im Weg.",
    ),
    (
        castling.CastlingRefused(why=castling.CastlingBar.IN_CHECK, square="b5"),
        "Schach von Läufer Bella fünf.",
    ),
    (reasons.LegalAfterAll(), "Der Zug geht."),
]


def _kinds(union: UnionType) -> set[type]:
    return {kind for part in get_args(union) for kind in (get_args(part) or (part,))}


@pytest.mark.parametrize(("thing", "text"), SAID, ids=[text for _, text in SAID])
def test_is_said_in_one_plain_sentence(thing: Announceable, text: str) -> None:
    assert announce(thing, Scene(position=PLAYED, language=GERMAN)).text == text


def test_everything_that_can_happen_has_an_example_here() -> None:
    assert {type(thing) for thing, _ in SAID} == _kinds(Announceable)


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("thing", [thing for thing, _ in SAID], ids=lambda it: type(it).__name__)
def test_is_said_in_speakable_words_of_every_language(
    language_id: str, thing: Announceable
) -> None:
    language = load_language(language_id)
    said = announce(thing, Scene(position=PLAYED, language=language))

    own = getattr(thing, "in_words", "").lower().split()
    assert set(said.words) - set(own) <= speakable_words(language)
    assert said.text.endswith((".", "?"))


def test_the_short_form_names_no_more_than_needed() -> None:
    scene = Scene(position=PLAYED, language=GERMAN, style="short")

    assert announce(MoveAnnounced(at_ms=0, white=False, uci="c7c6"), scene).text == ("Cesar sechs.")


def test_words_the_synthesiser_would_say_wrong_are_respelled() -> None:
    said = announce(SAID[4][0], Scene(position=PLAYED, language=GERMAN))

    assert said.spoken == "Korrektur: Läufer Zesar acht, [[d'A:vIt]] sieben."


@pytest.mark.parametrize(
    ("article", "text"),
    [("9.2", "Artikel neun Punkt zwei."), ("E.2.10", "Artikel E Punkt zwei Punkt zehn.")],
)
def test_an_article_is_read_aloud(article: str, text: str) -> None:
    because = Citation(edition="2009", topic=Topic.CLAIM, article=article)

    assert cite(because, GERMAN).text == text


@pytest.mark.parametrize(
    ("edition_id", "article", "language_id", "text"),
    [
        ("2009", "G.8", "de", "Artikel acht der Richtlinien für Hängepartien."),
        ("2009", "G.8", "sr", "Član osam pravila za slučaj prekida partije."),
        ("2005", "A.8", "cs", "Článek A tečka osm."),
        ("2018", "I.8", "en", "Article eight of the guidelines for adjourned games."),
        ("2018", "III.5", "pl", "Artykuł pięć wytycznych o szybkim finiszu."),
        ("2023", "III.3.1", "it", "Articolo tre punto uno delle linee guida per il finale rapido."),
    ],
    ids=lambda value: value,
)
def test_guidelines_are_named_by_what_they_are_about(
    edition_id: str, article: str, language_id: str, text: str
) -> None:
    because = Citation(edition=edition_id, topic=Topic.CLAIM, article=article)

    assert cite(because, load_language(language_id)).text == text


@pytest.mark.parametrize(
    ("article", "told", "figures"),
    [
        ("E.2.9.d", "Члан Е тачка два тачка девет тачка д.", "Е.2.9.д"),
        ("B.3.c", "Члан Б тачка три тачка ц.", "Б.3.ц"),
        (
            "G.8",
            "Члан осам правила за случај прекида партије.",
            "8 правила за случај прекида партије",
        ),
    ],
    ids=lambda value: f"2009 {value}" if value.isascii() else "",
)
def test_in_cyrillic_an_article_has_the_letters_of_the_cyrillic_laws(
    article: str, told: str, figures: str
) -> None:
    because = Citation(edition="2009", topic=Topic.CLAIM, article=article)
    language = load_language("sr-cyrl")

    assert cite(because, language).text == told
    assert written_article(because, language) == figures
