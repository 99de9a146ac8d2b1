import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { h264, picture, test } from './support/command-line.ts';
import { startServerProcess } from './support/server-process.ts';
import { thorough } from './support/thorough.ts';

const srt = '1\n00:00:00,000 --> 00:00:01,500\nSpoken words\n';

test(
  'an edited film changes on the page of a running server, with captions, poster and privacy',
  thorough,
  async ({ cli }) => {
    cli.film('film.mp4', ...picture('320x180'), ...h264);
    cli.film('still.png', ...picture('64x64', 1), '-frames:v', '1');
    writeFileSync(join(cli.films, 'words.srt'), srt);
    const server = await startServerProcess(['--media', cli.library]);
    const origin = ['--origin', server.embedOrigin];
    const added = await cli.offstage('add', 'film.mp4', '--no-ladder', ...origin);
    const url = /embed {3}(\S+)/.exec(added.stderr)?.[1] ?? '';
    await expect.poll(async () => (await fetch(url)).status).toBe(200);
    const videoId = added.stdout.slice(0, 11);
    const parts = ['--captions', 'en=words.srt', '--poster', 'still.png'];
    const edited = await cli.offstage('edit', videoId, '--title', 'Edited', ...parts);
    expect(edited).toMatchObject({
      code: 0,
      stdout: `Changed ${videoId}: title, captions, poster.\n`,
    });
    const page = async () => (await fetch(url)).text();
    // A check of the library between two of the command's files finds only the first.
    await expect.poll(page).toContain('<title>Edited');
    await expect.poll(page).toContain('/media/film/film.en.vtt');
    await expect.poll(page).toContain('/media/film/film.png');
    expect(await cli.offstage('edit', videoId, '--private')).toMatchObject({ code: 0 });
    await expect.poll(page).not.toContain('Edited');
    await server.dispose();
  },
);
