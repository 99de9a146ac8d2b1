import { onTestFinished, vi } from 'vitest';

type Receive = (list: { getEntries(): object[] }) => void;

/**
 * Takes the browser's place as the source of performance entries, for cases that it seldom makes.
 * @returns hands entries of one type to the observers
 */
export function fakeEntries(): (type: string, entries: object[]) => void {
  const observers = new Map<string, Receive[]>();
  const { supportedEntryTypes } = PerformanceObserver;
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = supportedEntryTypes;
      readonly receive: Receive;
      constructor(receive: Receive) {
        this.receive = receive;
      }
      observe({ type }: { type: string }) {
        observers.set(type, [...(observers.get(type) ?? []), this.receive]);
      }
      takeRecords = () => [];
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return (type, entries) => {
    for (const receive of observers.get(type) ?? []) receive({ getEntries: () => entries });
  };
}
