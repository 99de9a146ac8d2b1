import { isVideoId } from '../../library/is-video-id.js';
import { frameAncestorsOf, parseEmbedDomain } from './embed-domains.js';
import { makeEmbedToken } from './embed-token.js';

/** Seconds of each unit. */
const unitSec = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * Makes a signed embed URL, and a frame with it.
 * @param {{ videoId: string, life: string, domain: string, origin: string }} asked `life` such as
 *   `90s`, `30m`, `2h` or `7d`; an empty domain is any page
 * @param {string} key
 * @param {number} nowMs Unix milliseconds
 * @returns {{ ok: true, value: { url: string, frame: string, until: string, pages: string | null }
 *   } | { ok: false, error: string }} `pages` are the origins that may embed it, for messages;
 *   `null` for any
 */
export function signEmbed({ videoId, life, domain, origin }, key, nowMs) {
  if (!isVideoId(videoId))
    return failure(`"${videoId}" is not a video id; ids have 11 characters of A-Z a-z 0-9 _ -.`);
  const [, count = '0', unit = ''] = /^(\d{1,6})([smhd])$/.exec(life) ?? [];
  const lifeSec = Number(count) * (unitSec[/** @type {keyof typeof unitSec} */ (unit)] ?? 0);
  if (lifeSec === 0) return failure('Set how long the URL is valid: --expires 90s, 30m, 2h or 7d.');
  const parsed = parseEmbedDomain(domain === '' ? '*' : domain);
  if (!parsed.ok) return failure(`--domain: ${parsed.error}.`);
  const pages = parsed.value === '*' ? null : frameAncestorsOf([parsed.value]).join(' and ');
  if (!/^https?:\/\/[^\s/"]+$/.test(origin) || !URL.canParse(origin))
    return failure(
      `--origin "${origin}" is not an origin; use one such as https://player.example.`,
    );
  const expiresSec = Math.floor(nowMs / 1_000) + lifeSec;
  const token = makeEmbedToken(key, { videoId, expiresSec, domain: domain.toLowerCase() });
  const url = `${origin}/embed/${videoId}?token=${token}`;
  // Chromium warns about frames that allow full screen in both ways.
  const attributes = 'allow="autoplay; encrypted-media; picture-in-picture" allowfullscreen';
  const frame = `<iframe src="${url}" width="640" height="360" ${attributes} referrerpolicy="strict-origin-when-cross-origin"></iframe>`;
  const until = new Date(expiresSec * 1_000).toISOString();
  return { ok: true, value: { url, frame, until, pages } };
}

/**
 * @param {string} error
 * @returns {{ ok: false, error: string }}
 */
function failure(error) {
  return { ok: false, error };
}
