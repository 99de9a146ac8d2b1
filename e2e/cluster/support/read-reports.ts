import { summary } from '../../support/intake.ts';
import type { ServerProcess } from '../../support/server-process.ts';

/** Everything that an operator can read, except row numbers. */
export async function readReports(server: ServerProcess) {
  const lines = async (path: string) => {
    const text = await (await fetch(`${server.embedOrigin}/telemetry/${path}?limit=10000`)).text();
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const { row: _, ...reported } = JSON.parse(line);
        return reported;
      });
  };
  return {
    summary: await summary(server),
    events: await lines('events'),
    log: await lines('log'),
    errors: await lines('errors'),
    gaps: await lines('gaps'),
  };
}
