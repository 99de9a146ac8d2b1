import { helpText } from '../server/options/help-text.js';
import { startServer } from './lib/start-server.js';

// npm start: installs, builds and runs the server.
await startServer(process.argv.slice(2), () => helpText(process.cwd()));
