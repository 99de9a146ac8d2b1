import type { Driver } from '../support/driver.ts';

/** The page's log, read by the tests. */
export function report(name: string, value?: unknown): void {
  window.received ??= [];
  window.received.push(value === undefined ? name : `${name} ${JSON.stringify(value)}`);
}

/** Reports these events of an event target. */
export function reportEvents(target: EventTarget, names: readonly string[]): void {
  for (const name of names) target.addEventListener(name, () => report(name));
}

/** Hands the page over to the test. */
export function handOver(driver: Driver): void {
  window.received ??= [];
  window.driver = driver;
}
