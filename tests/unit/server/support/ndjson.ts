import { expectPublished } from './expect-published.ts';

/** The published schema of each feed's rows. */
const rowSchemas: Readonly<Record<string, string>> = {
  '/telemetry/events': 'telemetry-event',
  '/telemetry/log': 'telemetry-log-entry',
  '/telemetry/errors': 'telemetry-error',
  '/telemetry/gaps': 'telemetry-gaps',
  '/telemetry/feedback': 'telemetry-feedback',
  '/telemetry/webhooks': 'telemetry-webhook',
  '/telemetry/playbacks.ndjson': 'telemetry-playback',
};

/** @returns the values of newline-delimited JSON */
export function ndjsonOf(text: string) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** @returns the rows of a feed. Each must match its published schema exactly */
export async function readNdjson(url: string) {
  const { pathname } = new URL(url);
  const schema = rowSchemas[pathname];
  if (schema === undefined) throw new Error(`${pathname} is no feed.`);
  const rows = ndjsonOf(await (await fetch(url)).text());
  for (const row of rows) expectPublished(schema, row);
  return rows;
}
