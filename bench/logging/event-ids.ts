/**
 * Every event carries a text of its own, so that it is known again in any format: the run's name and the event's number, of one
 * length for all.
 */
const numberDigits = 5;

let lastRun = 0;

/** @returns the name of a run, four characters, unlike any before */
export function newRun(): string {
  lastRun += 1;
  return `r${lastRun.toString(36).padStart(3, '0')}`;
}

/** @returns the numbers of the run's events that the text holds, each once */
export function eventNumbersIn(text: string, run: string): Set<number> {
  const pattern = new RegExp(`${run}-(\\d{${numberDigits}})`, 'g');
  return new Set(Array.from(text.matchAll(pattern), ([, digits]) => Number(digits)));
}
