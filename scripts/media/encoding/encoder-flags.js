import { flags } from '../flags.js';
import { framesPerSecond } from '../rates.js';
import { bitexact } from '../run-ffmpeg.js';

const keyframeSeconds = 2;
const gopFrames = framesPerSecond * keyframeSeconds;
// More bits for flat areas and stronger deblocking keep the gradients smooth.
const gradients = 'aq-mode=3:aq-strength=1.4:psy-rd=0,0:deblock=2,2';

/**
 * ffmpeg's flags for a rendition's picture.
 *
 * No B-frames: decoding and presentation times are then equal, and no player needs an edit list to
 * start picture and sound together. Closed GOPs of equal length align the renditions. A fixed
 * number of threads makes the bytes equal on every machine.
 * @param {import('../films/films.js').Rendition} rendition
 */
export const encoderFlags = ({ crf, profile, level }) => flags`
  -c:v libx264 -preset slow -crf ${crf} -profile:v ${profile} -level ${level}
  -bf 0 -g ${gopFrames} -keyint_min ${gopFrames} -sc_threshold 0 -flags +cgop
  -x264-params ${gradients}
  -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv
  -threads 2 ${bitexact}`;
