import { fileURLToPath } from 'node:url';
import { serve } from './serve.ts';

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
