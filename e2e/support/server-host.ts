import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anyPort } from './any-port.ts';
import type { HostReply, HostRequest } from './serve-many.ts';
import { cachingEnv, isPortTaken, root, type Server } from './server-process.ts';
import { withOwnOptions } from './with-own-options.ts';

/** A process that runs many servers, each with its own ports and store. */
export interface ServerHost {
  /** @param args arguments of `npm start` */
  start(args?: readonly string[]): Promise<Server>;
  stop(): Promise<void>;
}

/**
 * Node takes most of a second to load the server's sources. This process loads them once for all
 * servers of a Playwright worker.
 * Tests that kill, stop or restart a server need a separate process: `startServerProcess`.
 */
export function startServerHost(): ServerHost {
  const child = fork(fileURLToPath(new URL('serve-many.ts', import.meta.url)), {
    cwd: root,
    env: cachingEnv,
    execArgv: [],
  });
  const waiting = new Map<number, PromiseWithResolvers<string | null>>();
  let lastId = 0;
  child.on('message', ({ id, problem }: HostReply) => {
    waiting.get(id)?.resolve(problem);
    waiting.delete(id);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values())
      reject(new Error(`The server host ended with ${code}.`));
  });

  function ask(request: HostRequest): Promise<string | null> {
    const answer = Promise.withResolvers<string | null>();
    waiting.set(request.id, answer);
    child.send(request);
    return answer.promise;
  }

  return {
    async start(args = []) {
      const dataDir = mkdtempSync(join(tmpdir(), 'offstage-e2e-'));
      for (;;) {
        lastId += 1;
        const id = lastId;
        const [port, demoPort] = [anyPort(), anyPort()];
        const ports = { '--port': port, '--demo-port': demoPort };
        // By default one page of ten measures itself, by chance.
        const own = { ...ports, '--data': dataDir, '--field-sample': 0 };
        const options = withOwnOptions(own, args);
        const problem = await ask({ id, type: 'start', args: options });
        if (problem !== null && isPortTaken(problem)) continue;
        if (problem !== null) throw new Error(`The server did not start: ${problem}`);
        return {
          embedOrigin: `http://localhost:${port}`,
          demoOrigin: `http://127.0.0.1:${demoPort}`,
          dataDir,
          async dispose() {
            await ask({ id, type: 'stop' });
            rmSync(dataDir, { recursive: true, force: true });
          },
        };
      }
    },
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
