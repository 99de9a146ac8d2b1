import { helpText } from '../server/options/help-text.js';
import { startServer } from './lib/start-server.js';

// npm start: from a fresh clone to a running server.
await startServer(process.argv.slice(2), () => helpText(process.cwd()));
