/**
 * Every event carries a unique text, so that it can be found in any format: the run's name and the
 * event's number, all of one length.
 */
const numberDigits = 5;

let lastRun = 0;

/** @returns the unique name of a run, four characters */
export function newRun(): string {
  lastRun += 1;
  return `r${lastRun.toString(36).padStart(3, '0')}`;
}

/** @returns the numbers of the run's events in the text, each once */
export function eventNumbersIn(text: string, run: string): Set<number> {
  const pattern = new RegExp(`${run}-(\\d{${numberDigits}})`, 'g');
  return new Set(Array.from(text.matchAll(pattern), ([, digits]) => Number(digits)));
}
