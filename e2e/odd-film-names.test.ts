import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import type { CommandLine } from './support/command-line.ts';
import { h264, picture, test } from './support/command-line.ts';
import { startServerProcess } from './support/server-process.ts';
import { thorough } from './support/thorough.ts';

/** A film's name with characters that shells, HTML, URLs, CSV or terminals interpret. */
const odd = `=It's "my" film – שלום & <b>x<b> $(touch ran) #1 50% a?b`;
const vtt = 'WEBVTT\n\n00:00.000 --> 00:02.000\nSpoken words\n';

/** Makes a film and its parts, all with this name. */
function oddFiles(cli: CommandLine, name: string): void {
  const [film, still] = [cli.film('base.mp4', ...picture('320x180'), ...h264), 'still.png'];
  cli.film(still, ...picture('64x64', 1), '-frames:v', '1');
  copyFileSync(film, join(cli.films, `${name}.mp4`));
  copyFileSync(join(cli.films, still), join(cli.films, `${name}.png`));
  writeFileSync(join(cli.films, `${name}.vtt`), vtt);
  writeFileSync(join(cli.films, `${name}.txt`), '0:00 <i>Start</i>\n0:01 שלום\n');
}

/** Runs a line as a user who pastes it into bash. */
async function paste(cli: CommandLine, line: string): Promise<string> {
  const script = `npx() { shift; "${process.execPath}" "${join(process.cwd(), 'scripts/offstage.js')}" "$@"; }\n${line}`;
  const env = { ...process.env, OFFSTAGE_MEDIA: join(cli.films, 'not-this-one') };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: cli.films, env });
  return stdout;
}

const suggested = (stderr: string) => /run (npx offstage edit .*)$/m.exec(stderr)?.[1] ?? '';

test(
  'a film with an odd name is added with its parts, listed, and removed by id',
  thorough,
  async ({ cli }) => {
    oddFiles(cli, odd);
    const parts = ['--captions', `en=${odd}.vtt`, '--poster', `${odd}.png`];
    const added = await cli.offstage('add', `${odd}.mp4`, ...parts, '--chapters', `${odd}.txt`);
    expect(added.code).toBe(0);
    const videoId = added.stdout.slice(0, 11);
    expect(added.stdout).toBe(`${videoId}  ${odd}\n`);
    const listed = await cli.offstage('list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { id: videoId, title: odd, captions: ['en'], problem: null },
    ]);
    expect((await cli.offstage('list')).stdout).toContain(odd);
    expect(await cli.offstage('remove', videoId, '--yes')).toMatchObject({ code: 0 });
    expect(cli.entries()).toEqual([]);
  },
);

test(
  'the commands that add prints work as they are when pasted into bash',
  thorough,
  async ({ cli }) => {
    const [library, id, name] = [join(cli.films, `lib ${odd}`), '-A234567890', odd];
    mkdirSync(library);
    oddFiles(cli, name);
    const add = ['add', `${name}.mp4`, '--media', library, '--no-ladder'];
    const added = await cli.offstage(...add, `--id=${id}`, '--private');
    expect(added.code).toBe(0);
    const change = /^ {2}change {2}(.*)$/m.exec(added.stderr)?.[1] ?? '';
    writeFileSync(join(cli.films, 'FILE'), vtt);
    expect(await paste(cli, change.replace(' --poster FILE', ''))).toBe(
      `Changed ${id}: title, captions.\n`,
    );
    const sign = /^ {2}sign {4}(.*)$/m.exec(added.stderr)?.[1] ?? '';
    expect(await paste(cli, `${sign} 2>&1`)).toMatch(
      /^Signed .*\nThe URL .*\nhttp:|^Signed .*\nhttp:/m,
    );
    const title = `--'"\u202e\n$(touch ran) \\`;
    const parts = ['--captions', `es=${name}.vtt`, '--poster', `${name}.png`];
    const again = await cli.offstage(...add, `--title=${title}`, ...parts);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(await paste(cli, suggested(again.stderr))).toBe(
      `Changed ${id}: title, captions, poster.\n`,
    );
    const listed = await cli.offstage('list', '--json', '--media', library);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ title, captions: ['en', 'es'] }]);
    expect(existsSync(join(cli.films, 'ran'))).toBe(false);
  },
);

test(
  'a film whose name begins with a dash is refused with the call that adds it',
  thorough,
  async ({ cli }) => {
    copyFileSync(
      cli.film('base.mp4', ...picture('320x180'), ...h264),
      join(cli.films, '-film.mp4'),
    );
    const refused = await cli.offstage('add', '-film.mp4');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    const call = /write -- before it: (.*)$/m.exec(refused.stderr)?.[1] ?? '';
    expect(await paste(cli, `OFFSTAGE_MEDIA='${cli.library}' ${call}`)).toMatch(/ {2}-film\n$/);
    const dotted = await cli.offstage('add', './-film.mp4');
    expect(dotted.stderr).toContain('it is already in the library');
  },
);

test(
  'control characters in a name reach a terminal only as escapes, and spaces at its end are no part of the title',
  thorough,
  async ({ cli }) => {
    const name = 'a\u001b[2J\u202eb\nc ';
    const file = join(cli.films, `${name}.mp4`);
    copyFileSync(cli.film('base.mp4', ...picture('320x180'), ...h264), file);
    const added = await cli.offstage('add', file, '--no-ladder');
    expect(added.stdout).toMatch(/^.{11} {2}a\\u001b\[2J\\u202eb c\n$/);
    copyFileSync(file, join(cli.library, `${name}.mp4`));
    const server = await startServerProcess(['--media', cli.library]);
    const { stdout, stderr } = await cli.offstage('list');
    const doctor = await cli.offstage('doctor', '--media', join(cli.library, name));
    for (const output of [
      added.stderr,
      stdout,
      stderr,
      doctor.stdout,
      doctor.stderr,
      server.output(),
    ])
      for (const control of '\u001b\u202e') expect(output).not.toContain(control);
    await server.dispose();
  },
);
