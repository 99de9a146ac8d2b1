import { type ServerProcess, startServerProcess } from './server-process.ts';
import { test as base } from './test.ts';

/** For tests that kill, stop or restart their server: it has its own process. */
export const test = base.extend<{ serverProcess: ServerProcess }>({
  serverProcess: async ({ serverArgs }, use) => {
    const server = await startServerProcess(serverArgs);
    await use(server);
    await server.dispose();
  },
  server: ({ serverProcess }, use) => use(serverProcess),
});
