import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { audioFile, videoFile } from '../encoding/work-files.js';
import { flags } from '../flags.js';
import { mediaFolder } from '../media-folder.js';
import { bitexact, runFfmpeg } from '../run-ffmpeg.js';
import { mainPlaylist } from './main-playlist.js';
import { splitFirstParts } from './split-first-parts.js';

/**
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory of the encoded tracks
 * @param {{ segmentSeconds: number, singleFile: boolean, partSeconds?: number }} options
 * singleFile: one file a track with byte ranges, instead of one file a segment; partSeconds: length
 * of the fragments in a segment's file, which otherwise has one
 */
export function packageHls(film, work, { segmentSeconds, singleFile, partSeconds }) {
  const folder = path.join(mediaFolder, film.id);
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
    const parts =
      partSeconds === undefined
        ? []
        : flags`-hls_segment_options frag_duration=${partSeconds * 1_000_000}`;
    const args = flags`
      -i ${input} -c copy -f hls -hls_time ${segmentSeconds} -hls_playlist_type vod -hls_segment_type fmp4
      ${naming} ${parts} ${bitexact} ${name}.m3u8`;
    runFfmpeg(args, { cwd: folder });
    if (parts.length > 0)
      splitFirstParts(
        path.join(folder, `init-${name}.cmfi`),
        path.join(folder, `${name}-00000.m4s`),
      );
  }
  writeFileSync(path.join(mediaFolder, `${film.id}.m3u8`), mainPlaylist(film));
}
