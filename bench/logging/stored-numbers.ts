/** Reads a run's events from the real server's store, page by page. */
export interface StoreReader {
  /** Number of stored rows of each event of the run, by event number. */
  numbersOf(run: string): Promise<Map<number, number>>;
}

interface StoredRow {
  row: number;
  payload: { id?: string };
}

/** @param origin origin of the server. Only events stored from now on are read */
export async function createStoreReader(origin: string): Promise<StoreReader> {
  const firstRow = (await readRows(`${origin}/telemetry/events?last=1`)).at(-1)?.row ?? 0;

  return {
    async numbersOf(run) {
      const numbers = new Map<number, number>();
      let after = firstRow;
      for (;;) {
        const rows = await readRows(`${origin}/telemetry/events?after=${after}&limit=10000`);
        for (const { payload } of rows) {
          if (!payload.id?.startsWith(`${run}-`)) continue;
          const number = Number(payload.id.slice(run.length + 1));
          numbers.set(number, (numbers.get(number) ?? 0) + 1);
        }
        const last = rows.at(-1);
        if (last === undefined) return numbers;
        after = last.row;
      }
    },
  };
}

async function readRows(url: string): Promise<StoredRow[]> {
  const text = await (await fetch(url)).text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
