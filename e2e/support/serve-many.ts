import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { silentLog } from '../../server/operator/log/create-log.ts';
import { parseOptions } from '../../server/options/parse-options.js';
import { checkDirectories } from '../../server/start/check-directories.js';
import { type RunningServer, startServer } from '../../server/start/start-server.ts';

// The program of a server host: it starts and stops servers as its parent requests, and ends with
// its parent.

export type HostRequest = { id: number } & (
  | { type: 'start'; args: readonly string[] }
  | { type: 'stop' }
);

/** `problem` is why the server could not start, for a person. */
export interface HostReply {
  id: number;
  problem: string | null;
}

const servers = new Map<number, RunningServer>();
const dist = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));

const print = (problem: unknown) => void process.stderr.write(`${inspect(problem)}\n`);

/** Starts one as `server/main.ts` does, but without signals and start-up report. */
async function start(id: number, args: readonly string[]): Promise<string | null> {
  const options = parseOptions([...args], process.env);
  if (!options.ok) return options.error.message;
  if (options.value === 'help') return 'A server that prints its help does not listen.';
  const checked = checkDirectories(options.value);
  if (!checked.ok) return checked.error.message;
  const started = await startServer(
    {
      ...options.value,
      pageDir: dist('page'),
      demoDir: dist('demo'),
      sdkDir: dist('sdk'),
      dashboardDir: dist('dashboard'),
      docsDir: dist('docs'),
    },
    {
      now: Date.now,
      reportError: print,
      warn: print,
      log: silentLog,
      signal: new AbortController().signal,
    },
  );
  if (!started.ok) return started.error.message;
  servers.set(id, started.value);
  return null;
}

/** Pages of a test may still stream, so their connections are cut at once. */
async function stop(id: number): Promise<null> {
  const server = servers.get(id);
  servers.delete(id);
  await server?.stop(0);
  return null;
}

process.on('message', async (request: HostRequest) => {
  const { id } = request;
  const problem = request.type === 'start' ? await start(id, request.args) : await stop(id);
  process.send?.({ id, problem } satisfies HostReply);
});
process.on('disconnect', () => process.exit());
