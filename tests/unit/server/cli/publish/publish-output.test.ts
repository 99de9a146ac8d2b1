import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishPages } from '../../../../../server/cli/publish/publish-pages.ts';
import { asOrdinaryUser } from '../../support/as-ordinary-user.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { callOf, film, publishFilms } from './publish-films.ts';

test('output of an earlier call is replaced as a whole, also through a symbolic link', async () => {
  const root = tempDirectory();
  const real = join(root, 'real');
  mkdirSync(real);
  const out = join(root, 'link');
  symlinkSync(real, out);
  await publishFilms({ out, media: { ...film('video000001'), ...film('video000002') } });
  expect(existsSync(join(real, 'embed/video000002.html'))).toBe(true);
  await publishFilms({ out });
  expect(existsSync(join(real, 'embed/video000001.html'))).toBe(true);
  expect(existsSync(join(real, 'embed/video000002.html'))).toBe(false);
  expect(readdirSync(root).toSorted()).toEqual(['link', 'real']);
});

test('a directory with other content is left alone', async () => {
  const out = tempDirectory({ 'thesis.txt': 'years of work' });
  const { published } = await publishFilms({ out });
  expect(published).toMatchObject({
    ok: false,
    error: {
      code: 'OUT_NOT_EMPTY',
      message: expect.stringContaining('choose an empty or new directory'),
    },
  });
  expect(readdirSync(out)).toEqual(['thesis.txt']);
});

test('a file is refused as a directory, and so is a path below one', async () => {
  const root = tempDirectory({ file: 'x' });
  for (const out of [join(root, 'file'), join(root, 'file', 'public')]) {
    const { published } = await publishFilms({ out });
    expect(published).toMatchObject({ ok: false, error: { code: 'OUT_NOT_A_DIRECTORY' } });
  }
  expect(readFileSync(join(root, 'file'), 'utf8')).toBe('x');
});

test('without write permission nothing is written, and the message gives the reason', async () => {
  const root = tempDirectory();
  chmodSync(root, 0o555);
  const { published } = await asOrdinaryUser(() => publishFilms({ out: join(root, 'public') }));
  expect(published).toMatchObject({
    ok: false,
    error: {
      code: 'OUT_UNWRITABLE',
      message: expect.stringMatching(/cannot be written \(EACCES\); give this user write access/),
    },
  });
});

test('a stopped call leaves no partial output, and keeps the earlier one', async () => {
  const root = tempDirectory();
  const out = join(root, 'public');
  await publishFilms({ out });
  const stopping = new AbortController();
  stopping.abort();
  const { published } = await publishFilms({
    out,
    signal: stopping.signal,
    media: film('video000002'),
  });
  expect(published).toMatchObject({ ok: false, error: { code: 'STOPPED' } });
  expect(readdirSync(root)).toEqual(['public']);
  expect(existsSync(join(out, 'embed/video000001.html'))).toBe(true);
});

test('a missing build is reported in one sentence with the command that builds it', async () => {
  const call = callOf({});
  const empty = tempDirectory();
  const deps = {
    pageDir: empty,
    sdkDir: empty,
    staticDir: empty,
    now: Date.now,
    signal: new AbortController().signal,
  };
  expect(await publishPages(call, deps)).toMatchObject({
    ok: false,
    error: { code: 'PAGE_MISSING', message: expect.stringContaining('npm run build') },
  });
  expect(existsSync(call.outDir)).toBe(false);
});
