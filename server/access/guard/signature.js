import { createHmac, timingSafeEqual } from 'node:crypto';

/** @typedef {'embed' | 'media' | 'pass' | 'feedback'} SignaturePurpose */

/**
 * HMAC-SHA-256, base64url, of a purpose and its fields, one per line. A signature for one purpose
 * is invalid for another.
 * @param {string} key
 * @param {SignaturePurpose} purpose
 * @param {readonly (string | number)[]} fields without line breaks
 */
export function sign(key, purpose, fields) {
  return createHmac('sha256', key)
    .update([purpose, ...fields].join('\n'))
    .digest('base64url');
}

/**
 * Compares in constant time.
 * @param {string} key
 * @param {SignaturePurpose} purpose
 * @param {readonly (string | number)[]} fields
 * @param {string} given
 */
export function isSignature(key, purpose, fields, given) {
  const [expected, other] = [Buffer.from(sign(key, purpose, fields)), Buffer.from(given)];
  return expected.length === other.length && timingSafeEqual(expected, other);
}
