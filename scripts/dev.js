import { helpText } from '../server/options/help-text.js';
import { installDependencies } from './lib/install-dependencies.js';
import { startServer } from './lib/start-server.js';

// npm run dev: serves the sources. A change appears in the open pages, or restarts the server.
await startServer(
  process.argv.slice(2),
  () => helpText(process.cwd(), 'npm run dev -- [options]'),
  {
    program: 'dev/main.ts',
    prepare: installDependencies,
  },
);
