import { fileURLToPath } from 'node:url';
import { probePool } from './library/probing/probe-pool.ts';

// Start the threads that read the library first, so that they load while this thread loads the
// server.
probePool.warm();
const { serve } = await import('./start/serve.ts');

const dist = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

await serve(
  {
    pageDir: dist('page'),
    demoDir: dist('demo'),
    sdkDir: dist('sdk'),
    dashboardDir: dist('dashboard'),
    docsDir: dist('docs'),
  },
  { process, print: console.log, printError: console.error },
);
