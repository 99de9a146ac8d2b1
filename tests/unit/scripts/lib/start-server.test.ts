import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { takePort } from '../../server/support/take-port.ts';
import { tempDirectory } from '../../server/support/temp-directory.ts';

const script = fileURLToPath(new URL('../../../../scripts/start.js', import.meta.url));

test('a start whose port is taken makes no data directory', async () => {
  const port = await takePort('127.0.0.1');
  const dataDir = join(tempDirectory(), 'data');
  const args = [script, '--port', String(port), '--demo-port', '0', '--data', dataDir];
  const stderr = await new Promise((resolve) => {
    execFile(process.execPath, args, (_, __, text) => resolve(text));
  });
  expect(stderr).toBe(
    `Port ${port} is in use by another program; stop it, or choose another port with --port.\n`,
  );
  expect(existsSync(dataDir)).toBe(false);
});
