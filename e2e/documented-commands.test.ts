import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type CommandLine, h264, picture, test, tone } from './support/command-line.ts';
import { documentBlock } from './support/document-block.ts';
import { startDocumentedHost } from './support/documented-host.ts';
import { createReader } from './support/reader.ts';
import { thorough } from './support/thorough.ts';

const document = 'docs/command-line.md';

/** Runs a block as a reader would type it, in the directory of the films. */
const type = (cli: CommandLine, block: string, env: Record<string, string> = {}) =>
  createReader(cli.films, {
    OFFSTAGE_MEDIA: cli.library,
    OFFSTAGE_DATA: join(cli.films, 'data'),
    ...env,
  }).type(block);

test(
  'add, edit, list and remove work as docs/command-line.md writes them',
  thorough,
  async ({ cli }) => {
    const holiday = cli.film('holiday.mov', ...picture('320x180'), ...tone(), ...h264);
    cli.film('meeting.mkv', ...picture('320x240'), ...h264);
    mkdirSync(join(cli.films, 'Videos'));
    cli.film('Videos/walk.mkv', ...picture('240x180'), ...h264);
    const added = await type(cli, documentBlock(document, 'npx offstage add holiday.mov'));
    expect(added.stdout).toMatch(/holiday\n.*boardmeet01 {2}Board meeting\n.*walk\n$/s);

    writeFileSync(join(cli.films, 'words.vtt'), 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello\n');
    writeFileSync(join(cli.films, 'palabras.srt'), '1\n00:00:00,000 --> 00:00:01,000\nHola\n');
    copyFileSync('media/offstage001.jpg', join(cli.films, 'poster.jpg'));
    writeFileSync(join(cli.films, 'chapters.txt'), '0:00 The start\n0:01 The end\n');
    await type(cli, documentBlock(document, 'npx offstage edit boardmeet01'));
    const { stdout } = await type(cli, 'npx offstage list --json');
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ id: 'boardmeet01', title: 'Board meeting, June', isPrivate: true }),
    );

    // ID stands for the id of a video, which a variable's name cannot.
    const block = documentBlock(document, 'npx offstage list').replace(' ID ', ' boardmeet01 ');
    await type(cli, block);
    expect((await type(cli, 'npx offstage list')).stdout).not.toContain('boardmeet01');
    expect(existsSync(holiday)).toBe(true);
  },
);

test('publish writes the pages, as two documents call it', async ({ cli }) => {
  const block = documentBlock(document, 'npx offstage publish');
  // Its second line starts a server that other machines reach.
  expect(documentBlock('docs/static-hosting.md', 'npx offstage publish').split('\n')[0]).toBe(
    block.trim(),
  );
  await type(cli, block, { OFFSTAGE_MEDIA: join(process.cwd(), 'media') });
  expect(existsSync(join(cli.films, 'public/iframe_api'))).toBe(true);
});

test(
  'token, export, backup, restore and rebuild work as docs/command-line.md writes them, with a server that runs',
  thorough,
  async ({ cli, servers }) => {
    const data = join(cli.films, 'data');
    await type(cli, 'npx offstage token');
    const token = await type(cli, 'npx offstage token --show');
    const server = await servers.start(['--token', token.stdout.trim()]);
    const host = await startDocumentedHost(server.embedOrigin);
    writeFileSync(join(cli.films, '.curlrc'), `fail\nsilent\nshow-error\n${host.curlConfig}`);
    const summary = await type(cli, documentBlock(document, 'npx offstage token'));
    expect(summary.stdout).toContain('"events"');
    expect(existsSync(data)).toBe(true);
    await type(cli, documentBlock(document, 'npx offstage export'), {
      OFFSTAGE_DATA: server.dataDir,
    });
    for (const file of ['events.ndjson', 'errors.csv', 'log.ndjson.gz'])
      expect(existsSync(join(cli.films, file))).toBe(true);
    const restored = await type(cli, documentBlock(document, 'npx offstage backup'), {
      OFFSTAGE_DATA: server.dataDir,
    });
    expect(restored.stdout).toMatch(/events\.sqlite has [\d,]+ events of .*backup\.sqlite\.\n$/);
    expect(existsSync(join(cli.films, 'restored/events.sqlite'))).toBe(true);
    const rebuilt = await type(cli, documentBlock(document, 'npx offstage rebuild'), {
      OFFSTAGE_DATA: server.dataDir,
    });
    expect(rebuilt.stdout).toMatch(/events\.sqlite have \d+ playbacks? of \d+ documents? again/);
    await host.close();
    await server.dispose();
  },
);

test('bash completes after the line that docs/command-line.md gives', async ({ cli }) => {
  const line = documentBlock(document, '# in ~/.bashrc');
  const { stdout } = await type(
    cli,
    `${line}\ncomplete -p npx 2>/dev/null || complete -p offstage`,
  );
  expect(stdout).toContain('offstage');
});
