import { optionLimits } from '../../options/option-limits.js';
import { isPrivateHost } from '../../options/private-host.js';

/**
 * Reads the address of a bucket. Plain JavaScript without packages, because the start script reads
 * options before anything is installed.
 */

/**
 * @typedef {object} ParquetTarget
 * @property {string} bucket
 * @property {string} prefix begin of the files' names: empty, or with a slash at its end
 * @property {string} region
 * @property {string | null} endpoint base address of an S3-compatible server; `null` for AWS
 */

/** Amazon’s rules for names of buckets. */
const bucketName = /^(?!xn--)(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Parts of a name that need no encoding anywhere; `.` and `..` would be resolved on the way. */
const prefixPart = /^(?!\.{1,2}$)[\w.=-]+$/;
const regionName = /^[a-z0-9][a-z0-9-]{0,39}$/;
/** A region that compatible servers take when they have none. */
const anyRegion = 'us-east-1';

/**
 * Messages never repeat the address, because it may hold a secret.
 * @param {string} text `s3://BUCKET/PREFIX?region=REGION&endpoint=URL`; the prefix may be left out,
 *   and of region and endpoint one
 * @returns {{ ok: true, value: ParquetTarget } | { ok: false, message: string }} the message is the
 *   part of a sentence after the option’s name
 */
export function parseParquetUrl(text) {
  const example =
    'use an address such as s3://my-bucket/offstage?region=eu-central-1, or for another server s3://my-bucket/offstage?endpoint=https://s3.example.org';
  const parts = /^s3:\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(text);
  if (parts === null || text.length > optionLimits.urlMaxChars)
    return refused(`is not the address of a bucket; ${example}.`);
  const [, bucket = '', path = '', query = ''] = parts;
  const params = new URLSearchParams(query);
  if (bucket.includes('@') || [...params.keys()].some((key) => /key|secret|token|pass/i.test(key)))
    return refused(
      'must not hold credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role.',
    );
  if (!bucketName.test(bucket))
    return refused(
      `has no valid name of a bucket: 3 to 63 small letters, digits, dots and hyphens; ${example}.`,
    );
  const keys = [...params.keys()];
  if (
    keys.some((key) => key !== 'region' && key !== 'endpoint') ||
    new Set(keys).size < keys.length
  )
    return refused(`may have region and endpoint after the question mark, each once; ${example}.`);
  const prefixParts = path.replace(/^\/|\/$/g, '').split('/');
  const hasPrefix = path !== '' && path !== '/';
  if (
    hasPrefix &&
    (!prefixParts.every((part) => prefixPart.test(part)) ||
      path.length > optionLimits.prefixMaxChars)
  )
    return refused(
      `has a prefix that some readers cannot name; use up to ${optionLimits.prefixMaxChars} letters, digits, dots, hyphens, _, = and single slashes.`,
    );
  const endpoint = params.get('endpoint');
  const base = endpoint === null ? null : parseEndpoint(endpoint);
  if (endpoint !== null && base === null)
    return refused(
      'needs an https endpoint without a user name, a path and a query; http is possible on this machine and in private networks only.',
    );
  const region = params.get('region') ?? (base === null ? '' : anyRegion);
  if (!regionName.test(region))
    return refused('needs the region of the bucket, such as ?region=eu-central-1.');
  const prefix = hasPrefix ? `${prefixParts.join('/')}/` : '';
  return { ok: true, value: { bucket, prefix, region, endpoint: base } };
}

/**
 * @param {string} text
 * @returns {string | null} its origin; `null` if it is no safe endpoint
 */
function parseEndpoint(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe =
    url !== null &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname))) &&
    url.username + url.password + url.search + url.hash === '' &&
    url.pathname === '/';
  return isSafe ? url.origin : null;
}

/**
 * @param {string} message
 * @returns {{ ok: false, message: string }}
 */
function refused(message) {
  return { ok: false, message };
}
