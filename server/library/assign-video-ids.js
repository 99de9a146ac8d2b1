import { createHash } from 'node:crypto';
import { isVideoId } from './is-video-id.js';

/**
 * @typedef {object} IdRequest
 * @property {string} stemPath
 * @property {string | undefined} wanted `id` of the sidecar
 */

/**
 * Gives each video a unique id: the sidecar's, or else one derived from the path, which is the same
 * at every start. Wanted ids are assigned first, so that no derived id takes them.
 * @param {readonly IdRequest[]} requests in order of their paths; if two want the same id, the
 *   first gets it
 * @returns {{ ids: Map<string, string>, warnings: string[] }} ids by stem path, and a sentence for
 *   each wanted id that was not available
 */
export function assignVideoIds(requests) {
  /** @type {Map<string, string>} */
  const ids = new Map();
  /** @type {Map<string, string>} */
  const taken = new Map();
  /** @type {string[]} */
  const warnings = [];
  /**
   * @param {string} id
   * @param {string} stemPath
   */
  const assign = (id, stemPath) => {
    ids.set(stemPath, id);
    taken.set(id, stemPath);
  };

  for (const { stemPath, wanted } of requests) {
    if (wanted === undefined) continue;
    const owner = taken.get(wanted);
    if (!isVideoId(wanted)) {
      warnings.push(
        `${stemPath}.json: id "${wanted}" does not have 11 characters of A-Z a-z 0-9 _ -; an id derived from the path is used.`,
      );
    } else if (owner !== undefined) {
      warnings.push(
        `${stemPath}.json: id "${wanted}" already belongs to ${owner}; an id derived from the path is used.`,
      );
    } else assign(wanted, stemPath);
  }
  for (const { stemPath } of requests) {
    if (ids.has(stemPath)) continue;
    let id = deriveVideoId(stemPath);
    for (let round = 1; taken.has(id); round += 1) {
      warnings.push(
        `${stemPath}: its id "${id}" already belongs to ${taken.get(id)}; another id is used.`,
      );
      id = deriveVideoId(`${stemPath}\n${round}`);
    }
    assign(id, stemPath);
  }
  return { ids, warnings };
}

/**
 * @param {string} stemPath
 * @returns {string} the first 11 characters of the base64url SHA-256 of the path
 */
export function deriveVideoId(stemPath) {
  return createHash('sha256').update(stemPath).digest('base64url').slice(0, 11);
}
