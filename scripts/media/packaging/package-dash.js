import { audioFile, videoFile } from '../encoding/work-files.js';
import { flags } from '../flags.js';
import { mediaFolder } from '../media-folder.js';
import { bitexact, runFfmpeg } from '../run-ffmpeg.js';

const adaptationSets = 'id=0,streams=v id=1,streams=a';

/**
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory of the encoded tracks
 * @param {string[]} [more] further flags for ffmpeg
 */
export function packageDash(film, work, more = []) {
  const { id, renditions } = film;
  const files = [
    ...renditions.map(({ name }) => videoFile(film, work, name)),
    audioFile(film, work),
  ];
  const inputs = files.flatMap((file) => ['-i', file]);
  const maps = files.flatMap((_, i) => ['-map', String(i)]);
  const args = flags`
    ${inputs} ${maps} -c copy -f dash
    -seg_duration 4 -use_template 1 -use_timeline 1 -dash_segment_type mp4
    -adaptation_sets ${adaptationSets} ${more}
    -init_seg_name ${id}/init-$RepresentationID$.cmfi
    -media_seg_name ${id}/segment-$RepresentationID$-$Number%05d$.m4s
    ${bitexact} ${id}.mpd`;
  runFfmpeg(args, { cwd: mediaFolder });
}
