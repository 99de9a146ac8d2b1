import { flushCompileCache } from 'node:module';
import { serve } from '../server/start/serve.ts';
import { dashboardDir, demoDir, docsDir, pageDir, sdkDir } from './place.ts';
import { type Modules, serveModules } from './serve-modules.ts';

// The Offstage server under `npm run dev`: its pages load their modules from Vite. At the first
// start Vite writes the pages while the server's code loads, then sends the modules' address.
const modules = await new Promise<Modules>((resolve) => process.once('message', resolve));

await serve(
  { pageDir, demoDir, sdkDir, dashboardDir, docsDir },
  {
    process,
    print: console.log,
    printError: console.error,
    serveModules: serveModules(modules),
    onListening() {
      process.send?.('listening');
      // Makes the next start faster. Node writes the cache on exit, but a replaced server is
      // killed.
      flushCompileCache();
    },
  },
);
// Otherwise the connection to the cluster's primary keeps a failed server alive.
if (process.exitCode !== undefined) process.exit();
