import type { Server } from './server-process.ts';

/** The operator's view at a telemetry path, one entry a line. */
async function readLines<T>({ embedOrigin }: Server, path: string): Promise<T[]> {
  const text = await (await fetch(`${embedOrigin}/telemetry/${path}`)).text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

export interface ReportedError {
  count: number;
  source: string;
  level: string;
  type: string;
  message: string;
  stack: string;
  params: Record<string, string>;
}

export function reportedErrors(server: Server): Promise<ReportedError[]> {
  return readLines(server, 'errors');
}

/** All entries of the provider's log. */
export function providerLines(
  server: Server,
): Promise<{ sid: string; kind: string; fields: Record<string, unknown> }[]> {
  return readLines(server, 'log');
}

/** The fields of the provider log's entries of a kind. */
export async function providerEntries(
  server: Server,
  kind: string,
): Promise<Record<string, unknown>[]> {
  const entries = await providerLines(server);
  return entries.filter((entry) => entry.kind === kind).map(({ fields }) => fields);
}
