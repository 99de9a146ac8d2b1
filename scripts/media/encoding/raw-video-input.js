import { flags } from '../flags.js';
import { framesPerSecond } from '../rates.js';

/**
 * ffmpeg's flags for painted frames on its standard input.
 * @param {{ width: number, height: number }} size pixels
 */
export const rawVideoInput = ({ width, height }) =>
  flags`-f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${framesPerSecond} -i pipe:0`;
