import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { audioFile, videoFile } from '../encoding/work-files.js';
import { flags } from '../flags.js';
import { mediaFolder } from '../media-folder.js';
import { bitexact, runFfmpeg } from '../run-ffmpeg.js';
import { mainPlaylist } from './main-playlist.js';

/**
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory of the encoded tracks
 * @param {{ segmentSeconds: number, singleFile: boolean }} options singleFile: one file a track, whose
 *   playlist names byte ranges, in place of one file a segment
 */
export function packageHls(film, work, { segmentSeconds, singleFile }) {
  const tracks = [
    ...film.renditions.map(({ name }) => ({
      name: `video-${name}`,
      input: videoFile(film, work, name),
      extension: 'cmfv',
    })),
    ...['audio', ...(film.otherSounds ?? []).map(({ name }) => name)].map((name) => ({
      name,
      input: audioFile(film, work, name),
      extension: 'cmfa',
    })),
  ];
  for (const { name, input, extension } of tracks) {
    const naming = singleFile
      ? flags`-hls_flags single_file+independent_segments -hls_segment_filename ${name}.${extension}`
      : flags`-hls_flags independent_segments -hls_fmp4_init_filename init-${name}.cmfi
          -hls_segment_filename ${name}-%05d.m4s`;
    const args = flags`
      -i ${input} -c copy -f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type fmp4
      ${naming} ${bitexact} ${name}.m3u8`;
    runFfmpeg(args, { cwd: path.join(mediaFolder, film.id) });
  }
  writeFileSync(path.join(mediaFolder, `${film.id}.m3u8`), mainPlaylist(film));
}
