import { isVideoId } from '../../library/is-video-id.js';
import { parseEmbedDomain } from './embed-domains.js';
import { makeEmbedToken } from './embed-token.js';

/** Seconds of each unit. */
const unitSec = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * Makes a signed embed URL, and a frame with it.
 * @param {{ videoId: string, life: string, domain: string, origin: string }} asked `life` such as
 *   `90s`, `30m`, `2h` or `7d`; an empty domain is any page
 * @param {string} key
 * @param {number} nowMs Unix milliseconds
 * @returns {{ ok: true, value: { url: string, frame: string, until: string } } | { ok: false,
 *   error: string }}
 */
export function signEmbed({ videoId, life, domain, origin }, key, nowMs) {
  if (!isVideoId(videoId))
    return failure(`"${videoId}" is not a video id; ids have 11 characters of A-Z a-z 0-9 _ -.`);
  const [, count = '0', unit = ''] = /^(\d{1,6})([smhd])$/.exec(life) ?? [];
  const lifeSec = Number(count) * (unitSec[/** @type {keyof typeof unitSec} */ (unit)] ?? 0);
  if (lifeSec === 0) return failure('Set how long the URL is valid: --expires 90s, 30m, 2h or 7d.');
  const pages = domain === '' ? null : parseEmbedDomain(domain);
  if (pages !== null && !pages.ok) return failure(`--domain: ${pages.error}.`);
  if (!/^https?:\/\/[^\s/"]+$/.test(origin) || !URL.canParse(origin))
    return failure(
      `--origin "${origin}" is not an origin; use one such as https://player.example.`,
    );
  const expiresSec = Math.floor(nowMs / 1_000) + lifeSec;
  const token = makeEmbedToken(key, { videoId, expiresSec, domain: domain.toLowerCase() });
  const url = `${origin}/embed/${videoId}?token=${token}`;
  const attributes =
    'allow="autoplay; encrypted-media; fullscreen; picture-in-picture" allowfullscreen';
  const frame = `<iframe src="${url}" width="640" height="360" ${attributes} referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
  return { ok: true, value: { url, frame, until: new Date(expiresSec * 1_000).toISOString() } };
}

/**
 * @param {string} error
 * @returns {{ ok: false, error: string }}
 */
function failure(error) {
  return { ok: false, error };
}
