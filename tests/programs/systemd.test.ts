import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';

const program = process.env.SYSTEMD_ANALYZE_PATH || 'systemd-analyze';

test('systemd understands the service’s unit, and finds it little exposed', () => {
  const text = readFileSync(new URL('../../packaging/offstage.service', import.meta.url), 'utf8');
  // The program is elsewhere here, and systemd looks for it.
  const unit = join(tempDirectory(), 'offstage.service');
  writeFileSync(unit, text.replace(/\/opt\/offstage\/node_modules\S+/, process.execPath));
  const verified = spawnSync(program, ['verify', '--man=no', unit], { encoding: 'utf8' });
  expect(verified.error).toBeUndefined();
  expect(verified.stderr).not.toContain('offstage.service');
  const security = ['security', '--offline=true', '--threshold=20', unit];
  expect(spawnSync(program, security, { encoding: 'utf8' }).status).toBe(0);
});
