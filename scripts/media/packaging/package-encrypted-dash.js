import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flags } from '../flags.js';
import { mediaFolder } from '../media-folder.js';
import { addSampleEncryption, removeSampleEncryption } from './add-sample-encryption.js';
import { packageDash } from './package-dash.js';

/** W3C's common system for ClearKey (EME, "cenc" initialization data). */
const clearKeySystem = '1077efec-c0b2-4d02-ace3-3c1e52e2fb4b';

/**
 * Packages MPEG-DASH with MPEG's common encryption (`cenc`), using the first key of the sidecar.
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory of the encoded tracks
 */
export function packageEncryptedDash(film, work) {
  const { id, sidecar, renditions } = film;
  const [[keyId, key]] = Object.entries(sidecar.clearKeys);
  const encryption = `encryption_scheme=cenc-aes-ctr:encryption_key=${key}:encryption_kid=${keyId}`;
  packageDash(film, work, flags`-format_options ${encryption}`);
  const folder = path.join(mediaFolder, id);
  const samples = new Map();
  for (const name of readdirSync(folder).toSorted()) {
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    const track = name.match(/\d+/)[0];
    if (name.startsWith('init')) {
      removeSampleEncryption(bytes);
      writeFileSync(file, bytes);
      continue;
    }
    const first = samples.get(track) ?? 0;
    const added = addSampleEncryption(bytes, first, Number(track) < renditions.length);
    samples.set(track, first + added.sampleCount);
    writeFileSync(file, added.bytes);
  }
  const mpd = path.join(mediaFolder, `${id}.mpd`);
  writeFileSync(mpd, withProtection(readFileSync(mpd, 'utf8'), keyId, folder));
}

/**
 * Adds the encryption and its key to the MPD. Also adds the codec of the encrypted video, which
 * ffmpeg cannot read any more.
 */
function withProtection(mpd, keyId) {
  const uuid = keyId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const protection = `
			<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" cenc:default_KID="${uuid}" />
			<ContentProtection schemeIdUri="urn:uuid:${clearKeySystem}">
				<cenc:pssh>${psshOf(keyId)}</cenc:pssh>
			</ContentProtection>`;
  return mpd
    .replace('<MPD ', '<MPD xmlns:cenc="urn:mpeg:cenc:2013"\n\t')
    .replaceAll(/<AdaptationSet [^>]*>/g, (tag) => tag + protection);
}

/** @returns {string} a `pssh` box of version 1 with one key id, base64 */
function psshOf(keyId) {
  const system = clearKeySystem.replaceAll('-', '');
  return Buffer.from(
    `00000034${'70737368'}01000000${system}00000001${keyId}00000000`,
    'hex',
  ).toString('base64');
}
