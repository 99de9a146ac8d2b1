import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realFile } from '../../intake/geoip/real-file.ts';
import { installation } from '../../support/installation.ts';
import { runDoctor } from '../../support/run-doctor.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

async function finding(file: string | null) {
  const args = file === null ? [] : ['--geoip', file];
  const { findings, stderr } = await runDoctor([...installation(tempDirectory()), ...args]);
  return { geoip: findings.geoip, stderr };
}

test('the doctor reads the GeoIP file, and looks for none without the option', async () => {
  expect((await finding(null)).geoip).toBeUndefined();
  const { geoip, stderr } = await finding(realFile);
  expect(geoip).toMatchObject({
    status: 'ok',
    message: `The GeoIP file ${realFile} has countries.`,
    fix: null,
  });
  expect(stderr).not.toContain('--geoip');
});

test('the doctor names cause and fix of a GeoIP file that the server would refuse', async () => {
  const missing = join(tempDirectory(), 'geo.mmdb');
  expect((await finding(missing)).geoip).toMatchObject({
    status: 'problem',
    message: `The GeoIP file ${missing} does not exist.`,
    fix: 'Correct --geoip, or download a database of countries.',
  });
});
