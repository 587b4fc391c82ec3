/** The terms of an event, read from its form. */

export function termsOf({ elements }) {
  return {
    name: elements.name.value.trim(),
    first_day: elements["first-day"].value,
    last_day: elements["last-day"].value,
    edition: elements.edition.value,
    time: elements.time.value.trim(),
    no_agreed_draw_before_move: elements["no-draw"].value === "" ? null : elements["no-draw"].valueAsNumber,
    agreed_draws: !elements["no-agreed-draws"].checked,
    reports: elements.reports.checked,
    charge: elements.charge.value,
    system: elements.system.value,
    rounds: elements.rounds.valueAsNumber,
    tie_breaks: elements["tie-breaks"].value.toUpperCase().split(/[\s,]+/).filter(Boolean),
    baku: elements.baku.checked,
    count_all: elements["count-all"].checked,
    initial: elements.initial.value,
    delay_minutes: elements.delay.valueAsNumber,
    rated: elements.rated.checked,
    broadcast: elements.broadcast.value.split(/[\s,;]+/).filter(Boolean),
    city: elements.city.value.trim(),
    federation: elements.federation.value.trim(),
    chief_arbiter: elements["chief-arbiter"].value.trim(),
    deputies: elements.deputies.value.split("\n"),
    round_days: elements["round-days"].value.split(/[\s,;]+/).filter(Boolean),
  };
}
