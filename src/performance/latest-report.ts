import type { PerformanceReport } from '../../shared/performance-report.ts';
import type { PlayerStore } from '../player/player-store.ts';

const readers = new WeakMap<PlayerStore, () => PerformanceReport>();

/** Lets the diagnosis read what is measured. A script of its own measures, and only for those who ask. */
export function letReportBeRead(store: PlayerStore, read: () => PerformanceReport): void {
  readers.set(store, read);
}

/** @returns `null` as long as nobody measures */
export function readReport(store: PlayerStore): PerformanceReport | null {
  return readers.get(store)?.() ?? null;
}
