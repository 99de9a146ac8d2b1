import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeAudio } from './media/encoding/encode-audio.js';
import { encodeVideo } from './media/encoding/encode-video.js';
import { writePoster } from './media/encoding/write-poster.js';
import { ensureTools } from './media/ensure-tools.js';
import { films } from './media/films/films.js';
import { playlists } from './media/films/playlists.js';
import { mediaFolder } from './media/media-folder.js';
import { say } from './media/say.js';

// Creates the bundled media library in media/. Pictures and sounds are generated here; ffmpeg only
// adds the lettering, encodes and packages.
//
// node scripts/make-media.js: all videos
// node scripts/make-media.js offstage003: only the named videos

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !films.some((film) => film.id === id));
if (unknown.length > 0) {
  console.error(`Unknown video ${unknown.join(', ')}.`);
  process.exit(2);
}
ensureTools();
mkdirSync(mediaFolder, { recursive: true });
const work = mkdtempSync(path.join(tmpdir(), 'make-media-'));
try {
  for (const film of films) {
    if (wanted.length === 0 || wanted.includes(film.id)) await makeFilm(film);
  }
  writeJson('playlists.json', playlists);
  say('playlists', 'written');
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @param {import('./media/films/films.js').Film} film */
async function makeFilm(film) {
  const { id } = film;
  const folder = path.join(mediaFolder, id);
  // Delete an earlier run's segments, because there may be fewer now.
  rmSync(folder, { recursive: true, force: true });
  writeJson(`${id}.json`, { id, ...film.sidecar });
  writePoster(film, work);
  if (!film.package) {
    say(id, 'poster and sidecar written');
    return;
  }
  say(id, `composing ${film.durationSeconds} s of music`);
  encodeAudio(film, work);
  await encodeVideo(film, work);
  say(id, 'packaging');
  if (film.renditions.length > 1) mkdirSync(folder, { recursive: true });
  film.package(film, work);
  say(id, 'done');
}

/**
 * @param {string} name file in media/
 * @param {unknown} value
 */
function writeJson(name, value) {
  writeFileSync(path.join(mediaFolder, name), `${JSON.stringify(value, null, 2)}\n`);
}
