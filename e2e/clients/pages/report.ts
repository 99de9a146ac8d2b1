import type { Driver } from '../support/driver.ts';

/** The page's log, which the tests read. */
export function report(name: string, value?: unknown): void {
  window.heard ??= [];
  window.heard.push(value === undefined ? name : `${name} ${JSON.stringify(value)}`);
}

/** Reports these events of something that dispatches events. */
export function reportEvents(target: EventTarget, names: readonly string[]): void {
  for (const name of names) target.addEventListener(name, () => report(name));
}

/** Gives the page into the hands of the test. */
export function handOver(driver: Driver): void {
  window.heard ??= [];
  window.driver = driver;
}
