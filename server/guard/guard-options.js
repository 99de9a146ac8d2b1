import { parseEmbedDomains } from './embed-domains.js';
import { signingKeyMinChars } from './signing-key.js';

/**
 * @typedef {object} GuardOptions
 * @property {readonly import('./embed-domains.js').EmbedDomain[] | null} embedDomains who may frame videos that do not say it themselves; `null` is anybody
 * @property {string | null} signingKey what signed URLs are signed with; `null` for one that is made and kept in the data directory
 * @property {boolean} signsAll whether the files of all videos need signed URLs, and not only those of private ones
 * @property {number} signedMediaSec seconds that URLs of files hold
 * @property {boolean} allowsOpaqueHosts whether players obey and tell pages without an origin
 */

const keyMaxChars = 1_000;
/** A player that starts slowly must get to its files; and no signature shall outlive the day. */
const [lifeMinSec, lifeMaxSec] = [5, 86_400];

/**
 * The options of who may embed and who may watch.
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
      message: `${key.source} must have ${signingKeyMinChars} to ${keyMaxChars} visible ASCII characters; make one with: openssl rand -base64 48.`,
    };

  const signed = textOf('signed-media');
  if (signed.text !== 'private' && signed.text !== 'all')
    return notUnderstood(signed, 'give private or all');
  const life = textOf('signed-media-life');
  const lifeSec = /^\d{1,5}$/.test(life.text) ? Number(life.text) : 0;
  if (lifeSec < lifeMinSec || lifeSec > lifeMaxSec)
    return notUnderstood(life, `give seconds from ${lifeMinSec} to ${lifeMaxSec}`);
  const opaque = textOf('opaque-hosts');
  if (opaque.text !== 'allow' && opaque.text !== 'refuse')
    return notUnderstood(opaque, 'give allow or refuse');
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
  return { ok: false, message: `${source} "${text}" is not understood; ${fix}.` };
}
