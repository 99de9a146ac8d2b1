import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sampleMp4 } from '../../support/media-samples.ts';
import type { SidecarRow } from './lay-sidecar.ts';

/** A variable, because the guard against unused dependencies reads executed names as packages. */
const makePipe = 'mkfifo';

const otherName = (name: string) =>
  new RegExp(
    `^${name}: it looks like the JSON file of film but is not used.*name the right one film\\.json`,
  );

/** Sidecars whose name or kind of file is doubtful. */
export const doubtfulNames: SidecarRow[] = [
  [
    'a directory of its name',
    (folder) => mkdirSync(join(folder, 'film.json')),
    'private',
    otherName('film\\.json'),
  ],
  [
    'a FIFO of its name',
    (folder) => execFileSync(makePipe, [join(folder, 'film.json')]),
    'private',
    otherName('film\\.json'),
  ],
  [
    'a link to nothing',
    (folder) => symlinkSync('gone.json', join(folder, 'film.json')),
    'private',
    otherName('film\\.json'),
  ],
  [
    'a link out of the directory',
    (folder) => symlinkSync('/etc/hostname', join(folder, 'film.json')),
    'private',
    otherName('film\\.json'),
  ],
  ['film.JSON', { 'film.JSON': '{"private": true}' }, 'private', null],
  [
    'a second one in capitals',
    { 'film.json': '{}', 'film.JSON': '{"private": true}' },
    'private',
    otherName('film\\.JSON'),
  ],
  ['Film.json', { 'Film.json': '{"private": true}' }, 'private', otherName('Film\\.json')],
  [
    'film.mp4.json',
    { 'film.mp4.json': '{"private": true}' },
    'private',
    otherName('film\\.mp4\\.json'),
  ],
  [
    'film.mp4.json that cannot be read',
    { 'film.mp4.json': '{private}' },
    'private',
    otherName('film\\.mp4\\.json'),
  ],
  [
    'film.mp4.json that closes nothing',
    { 'film.mp4.json': '{"title": "Film"}' },
    'public',
    otherName('film\\.mp4\\.json'),
  ],
  [
    'film.mp4.json with domains',
    { 'film.mp4.json': '{"embedDomains": ["a.example"]}' },
    'private',
    otherName('film\\.mp4\\.json'),
  ],
  [
    'film.json.txt',
    { 'film.json.txt': '{"private": true}' },
    'private',
    otherName('film\\.json\\.txt'),
  ],
  ['film.jsn', { 'film.jsn': '{"private": true}' }, 'private', otherName('film\\.jsn')],
  [
    "an editor's file while it saves",
    { 'film.json~': '{"private": true}' },
    'private',
    otherName('film\\.json~'),
  ],
  [
    "rsync's file while it copies",
    { '.film.json.x7Kd2f': '{"priv' },
    'private',
    otherName('\\.film\\.json\\.x7Kd2f'),
  ],
  [
    'an old copy beside a public sidecar',
    { 'film.json': '{}', 'film.json~': '{"private": true}' },
    'public',
    null,
  ],
  [
    "another film's sidecar",
    { 'film.json': '{}', 'film.mp4.json': '{"private": true}', 'film.mp4.webm': sampleMp4 },
    'public',
    null,
  ],
];
