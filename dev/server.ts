import { flushCompileCache } from 'node:module';
import { serve } from '../server/serve.ts';
import { dashboardDir, demoDir, docsDir, pageDir, sdkDir } from './place.ts';
import { type Modules, serveModules } from './serve-modules.ts';

// The Offstage server as `npm run dev` runs it: its pages load their modules from Vite. At the first start Vite writes the pages while
// the server's code is loaded; then it sends where the modules are.
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
      // The next start is quicker. Node writes it at the end, but a server that is replaced is killed.
      flushCompileCache();
    },
  },
);
// The connection to the cluster's primary would keep a server alive that does not start.
if (process.exitCode !== undefined) process.exit();
