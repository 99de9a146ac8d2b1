import { startServerProcess } from '../../e2e/support/server-process.ts';
import type { Sample } from '../report/part-report.ts';
import { fromOneAddress } from '../soak/load/run-load.ts';
import { processorSeconds } from './process-times.ts';

const atOnce = 16;

/** @param count of requests for the player page, as a browser sends them */
export async function measurePages(count: number): Promise<Sample['figures']> {
  const server = await startServerProcess(fromOneAddress);
  const load = async (requests: number) => {
    let left = requests;
    const one = async () => {
      while (left > 0) {
        left -= 1;
        const response = await fetch(`${server.embedOrigin}/embed/offstage002`, {
          headers: { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en' },
        });
        if (!response.ok) throw new Error(`The page was answered with ${response.status}.`);
        await response.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  };
  try {
    await load(count);
    const before = processorSeconds([server.pid()]);
    await load(count);
    return { pageUs: ((processorSeconds([server.pid()]) - before) * 1e6) / count };
  } finally {
    await server.dispose();
  }
}
