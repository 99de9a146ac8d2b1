import type { EventRecord } from '../../../../server/store/event-archive.ts';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { parquetLimits } from '../../../../server/store/parquet/parquet-limits.ts';
import {
  type FilePlace,
  ParquetRefusedError,
  type ParquetStep,
} from '../../../../server/store/parquet/write-parquet.ts';

/** A place in memory that gets files. A file is the JSON of its events. */
export function memoryFiles() {
  const files = new Map<string, EventRecord[]>();
  let reason: string | null = null;
  let puts = 0;
  const place: FilePlace = {
    createFile() {
      const events: EventRecord[] = [];
      return {
        add: (event) => events.push(event),
        finish: () => new TextEncoder().encode(JSON.stringify(events)),
      };
    },
    async put(hourMs, rows, content) {
      if (reason !== null) throw new ParquetRefusedError(reason);
      puts++;
      files.set(`${hourMs / 3_600_000} ${rows}`, JSON.parse(new TextDecoder().decode(content)));
    },
  };
  return {
    place,
    files,
    puts: () => puts,
    /** @param next why it refuses everything from now on; `null` ends that */
    refuse(next: string | null) {
      reason = next;
    },
    /** @returns numbers of the events of each file, by hour since 1970 */
    seqs: () =>
      [...files].map(([name, events]) => [
        Number(name.split(' ')[0]),
        ...events.map(({ seq }) => seq),
      ]),
  };
}

/** A process that writes a store's events to files. */
export function writingProcess(
  store: Pick<EventStore, 'writeParquet'>,
  place: FilePlace,
  limits: Partial<Record<keyof typeof parquetLimits, number>> = {},
) {
  const holder = crypto.randomUUID();
  const stopping = new AbortController();
  const all = { ...parquetLimits, ...limits } as typeof parquetLimits;
  return {
    holder,
    stopping,
    async step(nowMs: number): Promise<ParquetStep> {
      const call = { place, holder, nowMs, signal: stopping.signal, limits: all };
      const result = await store.writeParquet(call);
      if (!result.ok) throw new Error(result.error.message);
      return result.value;
    },
  };
}
