import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { fourDigits } from '../report/four-digits.ts';

const gateFile = fileURLToPath(new URL('../../docs/bench/gate.json', import.meta.url));

/** The rounds that later runs are compared with. */
const gateRecordSchema = z.strictObject({
  measuredAt: z.iso.datetime(),
  browser: z.string(),
  /** Each judged figure by its key, one for each round. */
  figures: z.record(z.string(), z.array(z.number()).min(1)),
});

export type GateRecord = z.infer<typeof gateRecordSchema>;

export const hasGateRecord = () => existsSync(gateFile);

/** @throws an Error that says what to do */
export function readGateRecord(file = gateFile): GateRecord {
  if (!existsSync(file))
    throw new Error('Nothing is recorded; `npm run bench -- --gate --record` records this state.');
  const parsed = gateRecordSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!parsed.success)
    throw new Error(
      `${file} is damaged (${z.prettifyError(parsed.error)}); take it from Git, or record it again.`,
    );
  return parsed.data;
}

export function writeGateRecord(record: GateRecord): void {
  writeFileSync(gateFile, `${JSON.stringify(record, fourDigits, 2)}\n`);
}

/** @returns `null` for what is no JSON, which the schema then refuses */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
