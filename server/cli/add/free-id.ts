import { deriveVideoId } from '../../library/assign-video-ids.js';

/**
 * @param taken ids of other videos
 * @returns the next free id, the same for the same file in the same library. It never begins with
 *   `-`, which a command line would take for an option
 */
export function freeId(fingerprint: string, taken: ReadonlySet<string>): string {
  let id = deriveVideoId(fingerprint);
  for (let round = 1; taken.has(id) || id.startsWith('-'); round += 1)
    id = deriveVideoId(`${fingerprint}\n${round}`);
  return id;
}
