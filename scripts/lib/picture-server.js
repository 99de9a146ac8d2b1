import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { node, root } from './project.js';

/**
 * Starts a separate server for taking pictures, on free ports.
 * @param {{ isFilled?: boolean, options?: readonly string[] }} [how] `isFilled`: its store has a
 * day of invented playbacks
 * @returns {Promise<{ embed: string, demo: string, stop: () => void }>} its two origins
 */
export async function startPictureServer({ isFilled = false, options = [] } = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'offstage-screenshots-'));
  if (isFilled)
    execFileSync(node, ['tests/example-telemetry/fill-store.ts', dataDir], { cwd: root });
  const args = ['server/main.ts', '--port', '0', '--demo-port', '0', '--data', dataDir, ...options];
  const server = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let addresses = '';
  for await (const chunk of server.stdout) {
    addresses += chunk;
    if (addresses.includes('Media')) break;
  }
  const find = (/** @type {RegExp} */ pattern) => pattern.exec(addresses)?.[1] ?? '';
  return {
    embed: find(/Embed\s+(http:\/\/localhost:\d+)/),
    demo: find(/Demo host page\s+(http:\/\/[^/\s]+)/),
    stop() {
      server.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
