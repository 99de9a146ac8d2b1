import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { mediaFolder } from '../media-folder.js';
import { webVtt } from './web-vtt.js';

/**
 * @param {string} id video id
 * @param {Record<string, import('./web-vtt.js').Cue[]>} captions by language
 */
export function writeCaptions(id, captions) {
  for (const [language, cues] of Object.entries(captions)) {
    writeFileSync(path.join(mediaFolder, `${id}.${language}.vtt`), webVtt(cues));
  }
}
