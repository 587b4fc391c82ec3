"""Makes whole batches of clean speech sound as in a playing hall, on their device.

`augment` changes each utterance once, and training uses it again and again. Here the changes are
drawn anew for every batch, with the probabilities and sizes of `augment`.
"""

import math

import torch
from torch import nn

from voice_chess.acoustics import augment
from voice_chess.acoustics.augment import PHASES
from voice_chess.sound.loudness import FRAME, LOUDEST, TARGET
from voice_chess.sound.sampling import SAMPLE_RATE, SAMPLES_PER_MS

CROSSINGS = 12
"""Zero crossings of the sinc on each side of a sample."""
PASSED = 0.97
"""The share of the frequencies common to both rates that the filter passes."""
MOST_BOARDS = 7
MOST_CLICKS = 4
CLICKED = 0.8
"""The probability of each of the possible clicks."""
SILENT_LEVEL = 0.1
"""The level that is assumed if nobody near speaks, so that noise has a level."""
FARTHER_DB = (4.0, 40.0)
"""How far the sound lies below a near talker if nobody near speaks, in dB."""
_LEAST = 1e-9


class BatchChance:
    """The random numbers of one seed."""

    def __init__(self, on: torch.device, seed: int) -> None:
        self.on = on
        self._generator = torch.Generator(on).manual_seed(seed)

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor:
        """Return numbers between `low` and `high`, all equally likely."""
        return low + (high - low) * torch.rand(*shape, device=self.on, generator=self._generator)

    def normal(self, *shape: int) -> torch.Tensor:
        """Return normally distributed numbers of mean 0 and variance 1."""
        return torch.randn(*shape, device=self.on, generator=self._generator)

    def whole(self, low: int, high: int, *shape: int) -> torch.Tensor:
        """Return whole numbers from `low` to below `high`."""
        return torch.randint(low, high, shape, device=self.on, generator=self._generator)

    def happens(self, share: float, count: int) -> torch.Tensor:
        """Return flags (count, 1), each True with probability `share`."""
        return self.uniform(0, 1, count, 1) < share


def at_speed(sounds: torch.Tensor, down: int) -> torch.Tensor:
    """Make `PHASES` samples from each `down`: shorter and higher if `down` is more."""
    if down == PHASES:
        return sounds
    cut = min(1.0, PHASES / down) * PASSED
    width = math.ceil(CROSSINGS / cut)
    at = torch.arange(PHASES, device=sounds.device, dtype=torch.float64) * down / PHASES
    away = torch.arange(-width, down + width + 1, device=sounds.device) - at[:, None]
    window = torch.where(away.abs() < width, torch.cos(math.pi * away / (2 * width)) ** 2, 0.0)
    kernels = (cut * torch.sinc(cut * away) * window).float()[:, None]
    padded = nn.functional.pad(sounds, (width, down + width + 1))
    found = nn.functional.conv1d(padded[:, None], kernels, stride=down)
    length = round(sounds.shape[1] * PHASES / down)
    return found.transpose(1, 2).reshape(len(sounds), -1)[:, :length]


class DrawnSound:
    """A hall in which others announce, taken from random places of a long recording of them."""

    def __init__(self, talk: torch.Tensor, chance: BatchChance) -> None:
        self.talk = talk
        self.chance = chance

    def __call__(self, sounds: torch.Tensor, is_silent: torch.Tensor) -> torch.Tensor:
        """Return utterances (batch, samples) as microphones might give them, in 16-bit range.

        Nobody near speaks in rows where `is_silent` (batch, 1) is True.
        """
        count, chance = len(sounds), self.chance
        near = through(sounds / (_peaks(sounds) + _LEAST), chance)
        level = torch.where(is_silent, SILENT_LEVEL, active_levels(near))
        near = weak_onsets(near, chance)
        near = torch.where(is_silent, 0.0, near)
        loud = chance.uniform(*augment.LOUD_NOISE, count, 1)
        anyhow = chance.uniform(*augment.ANY_NOISE, count, 1)
        snr = torch.where(chance.happens(augment.LOUDER, count), loud, anyhow)
        is_noisy = chance.happens(augment.NOISY, count) | is_silent
        noise = self.noise(*sounds.shape) * level * _gain(-snr)
        mixed = with_faults(near + noise * is_noisy, chance)
        spread = chance.normal(count, 1) * augment.NEAR_SPREAD_DB
        gain = TARGET / (near_levels(mixed) + _LEAST) * _gain(spread)
        farther = _gain(-chance.uniform(*FARTHER_DB, count, 1))
        gain = torch.where(is_silent, gain * farther, gain)
        return torch.clamp(torch.round(mixed * gain), -32768, 32767)

    def noise(self, count: int, length: int) -> torch.Tensor:
        """Return disturbances of unit level, except for faint ones."""
        chance = self.chance
        hiss_below, boards_below, hum_below, _ = (below for below, _ in augment.NOISES)
        kind = chance.uniform(0, 1, count, 1)
        hiss = coloured(chance.uniform(0, 2, count, 1), length, chance)
        is_boards = (kind >= hiss_below) & (kind < boards_below)
        is_hum = (kind >= boards_below) & (kind < hum_below)
        noise = torch.where(is_boards, self.boards(count, length), hiss)
        noise = levelled(torch.where(is_hum, hum(count, length, chance), noise))
        size = chance.uniform(0.5, 3, count, 1) * chance.happens(augment.CLICKING, count)
        noise = levelled(noise + clicks(count, length, chance) * size)
        return torch.where(kind >= hum_below, augment.FAINT, 1.0) * noise

    def boards(self, count: int, length: int) -> torch.Tensor:
        """Return one to seven people announcing elsewhere, some through a room, some with hiss."""
        chance = self.chance
        people = chance.whole(1, MOST_BOARDS + 1, count, 1)
        times = torch.arange(length, device=chance.on)
        total = torch.zeros(count, length, device=chance.on)
        for number in range(MOST_BOARDS):
            begin = chance.whole(0, len(self.talk) - length, count, 1)
            talk = self.talk[begin + times].float()
            size = 10 ** chance.uniform(-0.4, 0, count, 1) * (people > number)
            total = total + talk / (active_levels(talk) + 1.0) * size
        far = through(total, chance, eq=augment.FAR_EQUALISED, reverb=augment.FAR_IN_ROOM)
        total = levelled(torch.where(chance.happens(0.5, count), far, total))
        often, loud = augment.BOARDS_HISS
        hiss = coloured(chance.uniform(0, 2, count, 1), length, chance) * loud
        return total + hiss * chance.happens(often, count)


def active_levels(sounds: torch.Tensor) -> torch.Tensor:
    """Return the root mean square of the loud parts (batch, 1), like `augment.active_level`."""
    is_loud = sounds.abs() > 0.02 * _peaks(sounds)
    powers = (sounds**2 * is_loud).sum(1, keepdim=True) / (is_loud.sum(1, keepdim=True) + _LEAST)
    return torch.sqrt(powers + 1e-12)


def near_levels(sounds: torch.Tensor) -> torch.Tensor:
    """Return the near talkers' levels (batch, 1), like `loudness.near_level`."""
    levels = _frames(sounds, FRAME).std(2, correction=0)
    return torch.topk(levels, min(LOUDEST, levels.shape[1]), 1).values[:, -1:]


def levelled(sounds: torch.Tensor) -> torch.Tensor:
    """Return the sounds at unit level."""
    return sounds / (sounds.std(1, keepdim=True) + _LEAST)


def coloured(slopes: torch.Tensor, length: int, chance: BatchChance) -> torch.Tensor:
    """Return noise of unit level; its power falls as frequency to the power `slopes` (batch, 1)."""
    size = 1 << (length - 1).bit_length()
    spectra = torch.fft.rfft(chance.normal(len(slopes), size))
    frequency = torch.arange(spectra.shape[1], device=chance.on).clamp(min=1)
    spectra = spectra * frequency ** (-slopes / 2)
    spectra[:, :3] = 0
    return levelled(torch.fft.irfft(spectra)[:, :length])


def hum(count: int, length: int, chance: BatchChance) -> torch.Tensor:
    """Return the hum of mains, lamps and fans, with a little pink noise."""
    bases = torch.tensor(augment.HUMS, device=chance.on)
    base = bases[chance.whole(0, len(augment.HUMS), count, 1)]
    seconds = torch.arange(length, device=chance.on) / SAMPLE_RATE
    humming = 0.3 * coloured(torch.ones(count, 1, device=chance.on), length, chance)
    for overtone in augment.OVERTONES:
        phase = 2 * math.pi * overtone * base * seconds + chance.uniform(0, 6, count, 1)
        humming = humming + torch.sin(phase) * 10 ** chance.uniform(-2, 0, count, 1)
    return humming


def clicks(count: int, length: int, chance: BatchChance) -> torch.Tensor:
    """Return the clicks of clocks, pieces and pens."""
    times = torch.arange(length, device=chance.on)
    envelope = torch.zeros(count, length, device=chance.on)
    for _ in range(MOST_CLICKS):
        since = times - chance.uniform(0, length, count, 1)
        size = chance.uniform(40, 1200, count, 1)
        loud = 10 ** chance.uniform(-1, 0.3, count, 1) * chance.happens(CLICKED, count)
        is_on = (since >= 0) & (since < size)
        envelope = envelope + torch.where(is_on, torch.exp(-since / (size / 4)) * loud, 0.0)
    return chance.normal(count, length) * envelope


def rooms(count: int, chance: BatchChance, often: float) -> torch.Tensor:
    """Return impulse responses of rooms: direct sound, and for some an exponential tail."""
    shortest, longest = augment.ROOM_S
    seconds = chance.uniform(shortest, longest, count, 1)
    times = torch.arange(int(longest * SAMPLE_RATE), device=chance.on) / SAMPLE_RATE
    is_tail = (times < seconds) & (times > chance.uniform(0, augment.FIRST_ECHO_S, count, 1))
    tail = chance.normal(count, len(times)) * torch.exp(-augment.ROOM_FALL * times / seconds)
    tail = tail * is_tail
    size = _gain(chance.uniform(*augment.ROOM_DB, count, 1)) * chance.happens(often, count)
    tail = tail * size / (torch.sqrt((tail**2).sum(1, keepdim=True)) + _LEAST)
    tail[:, 0] = 1.0
    return tail


def microphones(count: int, bins: int, chance: BatchChance, often: float) -> torch.Tensor:
    """Return smooth random frequency responses, sometimes band-limited; some are flat."""
    hertz = torch.linspace(0, SAMPLE_RATE / 2, bins, device=chance.on)
    knots = torch.tensor(augment.KNOTS_HZ, device=chance.on)
    gains = torch.cumsum(chance.normal(count, len(knots)) * augment.KNOT_DB, 1)
    most = augment.MOST_DB
    gains = torch.clamp(gains - gains.mean(1, keepdim=True), -most, most)
    at = torch.clamp(torch.searchsorted(knots, hertz, right=True) - 1, 0, len(knots) - 2)
    part = (hertz - knots[at]) / (knots[at + 1] - knots[at])
    curve = torch.lerp(gains[:, at], gains[:, at + 1], part)
    low = chance.uniform(*augment.LOW_CUT_HZ, count, 1)
    below = torch.clamp((low - hertz) / low, 0, 1) * augment.LOW_CUT_DB
    curve = curve - below * chance.happens(augment.LOW_CUT, count)
    high = chance.uniform(*augment.HIGH_CUT_HZ, count, 1)
    above = torch.clamp((hertz - high) / augment.HIGH_CUT_WIDTH_HZ, 0, 1) * augment.HIGH_CUT_DB
    curve = curve - above * chance.happens(augment.HIGH_CUT, count)
    return _gain(curve * chance.happens(often, count))


def through(
    sounds: torch.Tensor,
    chance: BatchChance,
    *,
    eq: float = augment.EQUALISED,
    reverb: float = augment.IN_ROOM,
) -> torch.Tensor:
    """Return the sounds through random microphones and rooms."""
    count, length = sounds.shape
    size = 1 << (length + int(augment.ROOM_S[1] * SAMPLE_RATE) - 1).bit_length()
    spectra = torch.fft.rfft(sounds, size)
    heard = spectra * microphones(count, spectra.shape[1], chance, eq)
    heard = heard * torch.fft.rfft(rooms(count, chance, reverb), size)
    sounding: torch.Tensor = torch.fft.irfft(heard)
    return sounding[:, :length]


def weak_onsets(sounds: torch.Tensor, chance: BatchChance) -> torch.Tensor:
    """Make some sounds begin too softly, like a breathy start or a gate that opens late."""
    count, length = sounds.shape
    is_loud = sounds.abs() > 0.02 * _peaks(sounds)
    first = is_loud.float().argmax(1, keepdim=True)
    size = chance.uniform(*augment.WEAK_S, count, 1) * SAMPLE_RATE
    since = (torch.arange(length, device=chance.on) - first) / size
    softer = chance.uniform(*augment.WEAK_DB, count, 1) * torch.clamp(1 - since, 0, 1)
    return sounds * _gain(softer * chance.happens(augment.WEAK, count))


def with_faults(sounds: torch.Tensor, chance: BatchChance) -> torch.Tensor:
    """Add faults of equipment to some sounds: clipping, saturation, coding, noise suppression."""
    count = len(sounds)
    peaks = _peaks(sounds) + _LEAST
    limit = peaks * chance.uniform(0.2, 0.7, count, 1)
    faulty = (
        torch.clamp(sounds, -limit, limit),
        torch.tanh(sounds / peaks * chance.uniform(1, 4, count, 1)) * peaks,
        _companded(sounds, peaks),
        gated(sounds, peaks, chance),
    )
    kind = chance.uniform(0, 1, count, 1)
    heard = sounds
    thresholds = [below for below, _ in augment.FAULTS[: len(faulty)]]
    for below, fault in reversed(list(zip(thresholds, faulty, strict=True))):
        heard = torch.where(kind < below, fault, heard)
    return heard


def gated(sounds: torch.Tensor, peaks: torch.Tensor, chance: BatchChance) -> torch.Tensor:
    """Return the sounds after a noise suppression that leaves nothing in pauses."""
    size = 10 * SAMPLES_PER_MS
    levels = torch.sqrt((_frames(sounds, size) ** 2).mean(2))
    is_loud = levels > peaks * _gain(-chance.uniform(*augment.SUPPRESSED, len(sounds), 1))
    held = chance.whole(1, augment.LONGEST_HELD + 1, len(sounds), 1)
    is_open = is_loud.clone()
    for behind in range(1, augment.LONGEST_HELD + 1):
        is_open[:, behind:] |= is_loud[:, :-behind] & (held > behind)
    gate = torch.ones_like(sounds)
    whole = is_open.shape[1] * size
    gate[:, :whole] = is_open.float().repeat_interleave(size, 1)
    width = augment.OPENING + 1
    smooth = nn.functional.avg_pool1d(gate[:, None], width, 1, width // 2)[:, 0]
    return sounds * smooth


def _companded(sounds: torch.Tensor, peaks: torch.Tensor) -> torch.Tensor:
    curve = torch.sign(sounds) * torch.log1p(255 * sounds.abs() / peaks) / math.log(256)
    steps = torch.round(curve * 128) / 128
    return torch.sign(steps) * ((256 ** steps.abs() - 1) / 255) * peaks


def _frames(sounds: torch.Tensor, size: int) -> torch.Tensor:
    whole = sounds.shape[1] // size
    return sounds[:, : whole * size].reshape(len(sounds), whole, size)


def _peaks(sounds: torch.Tensor) -> torch.Tensor:
    return sounds.abs().amax(1, keepdim=True)


def _gain(decibels: torch.Tensor) -> torch.Tensor:
    return 10 ** (decibels / 20)
