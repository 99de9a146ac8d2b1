import { parseEmbedDomains } from './embed-domains.js';
import { signingKeyMinChars } from './signing-key.js';

/**
 * @typedef {object} GuardOptions
 * @property {readonly import('./embed-domains.js').EmbedDomain[] | null} embedDomains pages that
 *   may frame videos without a rule of their own; `null` for any
 * @property {string | null} signingKey key of signed URLs; `null` for one that is generated and
 *   kept in the data directory
 * @property {boolean} signsAll whether the files of all videos need signed URLs, not only those of
 *   private ones
 * @property {number} signedMediaSec life of signed file URLs in seconds
 * @property {boolean} allowsOpaqueHosts whether players obey and notify pages without an origin
 */

const keyMaxChars = 1_000;
/** At least long enough for a slow player to fetch its files, and at most a day. */
const [lifeMinSec, lifeMaxSec] = [5, 86_400];

/**
 * Parses the options about who may embed and who may watch.
 * @param {(name: string) => { text: string, source: string }} textOf
 * @returns {{ ok: true, value: GuardOptions } | { ok: false, message: string }}
 */
export function parseGuardOptions(textOf) {
  const embedDomains = textOf('embed-domains');
  const texts = embedDomains.text.split(',').filter((text) => text.trim() !== '');
  const { domains, problems } = parseEmbedDomains(texts);
  const [problem] = problems;
  if (problem !== undefined) return { ok: false, message: `${embedDomains.source}: ${problem}.` };

  const key = textOf('signing-key');
  const isKey =
    /^[\x21-\x7e]+$/.test(key.text) &&
    key.text.length >= signingKeyMinChars &&
    key.text.length <= keyMaxChars;
  if (key.text !== '' && !isKey)
    return {
      ok: false,
      message: `${key.source} must have ${signingKeyMinChars} to ${keyMaxChars} visible ASCII characters; create one with: openssl rand -base64 48.`,
    };

  const signed = textOf('signed-media');
  if (signed.text !== 'private' && signed.text !== 'all')
    return notUnderstood(signed, 'use private or all');
  const life = textOf('signed-media-life');
  const lifeSec = /^\d{1,5}$/.test(life.text) ? Number(life.text) : 0;
  if (lifeSec < lifeMinSec || lifeSec > lifeMaxSec)
    return notUnderstood(life, `use seconds from ${lifeMinSec} to ${lifeMaxSec}`);
  const opaque = textOf('opaque-hosts');
  if (opaque.text !== 'allow' && opaque.text !== 'refuse')
    return notUnderstood(opaque, 'use allow or refuse');
  return {
    ok: true,
    value: {
      embedDomains: texts.length === 0 ? null : domains,
      signingKey: key.text === '' ? null : key.text,
      signsAll: signed.text === 'all',
      signedMediaSec: lifeSec,
      allowsOpaqueHosts: opaque.text === 'allow',
    },
  };
}

/**
 * @param {{ text: string, source: string }} given
 * @param {string} fix
 * @returns {{ ok: false, message: string }}
 */
function notUnderstood({ text, source }, fix) {
  return { ok: false, message: `${source} "${text}" is invalid; ${fix}.` };
}
