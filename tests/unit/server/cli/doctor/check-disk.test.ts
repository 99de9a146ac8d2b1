import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDisk } from '../../../../../server/cli/doctor/check-disk.ts';
import { doctorLimits } from '../../../../../server/cli/doctor/doctor-limits.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const { freeProblemBytes, freeWarningBytes } = doctorLimits;

test.each([
  [freeWarningBytes, 'ok'],
  [freeWarningBytes - 1, 'warning'],
  [freeProblemBytes, 'warning'],
  [freeProblemBytes - 1, 'problem'],
])('a disk with %i free bytes is %s', async (bytes, status) => {
  const facts = { bavail: bytes, bsize: 1, files: 0, ffree: 0 };
  expect(await checkDisk('/', async () => facts)).toMatchObject({ status });
});

test('a disk that can hold no more files is a problem', async () => {
  const facts = { bavail: freeWarningBytes, bsize: 1, files: 100, ffree: 0 };
  expect(await checkDisk('/', async () => facts)).toMatchObject({
    status: 'problem',
    message: 'The disk of / can hold no more files.',
  });
});

test('of a directory that is not there yet, the disk of its parent counts', async () => {
  const parent = tempDirectory();
  const asked: string[] = [];
  const facts = { bavail: freeWarningBytes, bsize: 1, files: 0, ffree: 0 };
  await checkDisk(join(parent, 'a/b'), async (path) => {
    asked.push(path);
    return facts;
  });
  expect(asked).toEqual([parent]);
  expect(await checkDisk(parent)).toMatchObject({ message: expect.stringContaining(' GB free') });
});
