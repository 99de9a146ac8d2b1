import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureHostMessages } from './host-messages/measure-host-messages.ts';

/** Each part prints its table and returns what it measured. */
const parts: Record<string, () => Promise<unknown>> = {
  'host-messages': measureHostMessages,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join('", "')}"; there are: ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

const directory = fileURLToPath(new URL('../bench-results/', import.meta.url));
mkdirSync(directory, { recursive: true });
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const file = `${directory}${name}.json`;
  writeFileSync(file, `${JSON.stringify(await measure(), null, 2)}\n`);
  console.log(`Written to ${file}`);
}
