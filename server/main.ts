import { fileURLToPath } from 'node:url';
import { probePool } from './library/probe-pool.ts';

// One thread loads the server while another loads what reads the library.
probePool.warm();
const { serve } = await import('./serve.ts');

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
