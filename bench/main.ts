import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureHostMessages } from './host-messages/measure-host-messages.ts';
import { measureLogging } from './logging/measure-logging.ts';
import type { BenchOptions } from './support/bench-options.ts';

/** Each part prints its table and returns what it measured. */
const parts: Record<string, (options: BenchOptions) => Promise<unknown>> = {
  'host-messages': measureHostMessages,
  logging: measureLogging,
};

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join('", "')}"; there are: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}
const rounds = values.rounds === undefined ? null : Number(values.rounds);
if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) {
  console.error('--rounds takes a whole number from 1.');
  process.exit(2);
}

const directory = fileURLToPath(new URL('../bench-results/', import.meta.url));
mkdirSync(directory, { recursive: true });
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const file = `${directory}${name}.json`;
  writeFileSync(file, `${JSON.stringify(await measure({ rounds, isQuick: values.quick }), null, 2)}\n`);
  console.log(`Written to ${file}`);
}
