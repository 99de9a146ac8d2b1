import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { walkMediaDirectory } from '../../../../server/library/walk-media-directory.js';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { tempDirectory } from '../support/temp-directory.ts';

test('directories that can be listed or not but cannot be entered cause a warning, and the others are read', async () => {
  const mediaDir = tempDirectory({ 'closed/inside/a.mp4': 'x', 'open/b.mp4': 'x' });
  mkdirSync(join(mediaDir, 'dark'));
  chmodSync(mediaDir, 0o755);
  chmodSync(join(mediaDir, 'closed'), 0o744);
  chmodSync(join(mediaDir, 'dark'), 0o700);
  // The owner of a directory is checked against other permission bits than other users.
  const isOwner = process.geteuid?.() !== 0;
  if (isOwner) chmodSync(join(mediaDir, 'closed'), 0o400);
  if (isOwner) chmodSync(join(mediaDir, 'dark'), 0o000);
  const { paths, warnings } = await asOrdinaryUser(() => walkMediaDirectory(mediaDir));
  chmodSync(join(mediaDir, 'closed'), 0o755);
  expect(paths).toEqual(['open/b.mp4']);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^closed\/inside\/: the directory cannot be read \(.*EACCES.*\); its files are left out\.$/,
    ),
    expect.stringMatching(
      /^dark\/: the directory cannot be read \(.*EACCES.*\); its files are left out\.$/,
    ),
  ]);
});
