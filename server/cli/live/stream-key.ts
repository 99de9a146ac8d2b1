import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The key that a sender must show. It stays the same as long as the server keeps its signing key,
 * so that a program which is set up once can send every week.
 * @param secret the server's signing key
 * @param show the folder's name
 * @returns 24 characters; SRT needs at least ten
 */
export function streamKey(secret: string, show: string): string {
  return createHmac('sha256', secret).update(`live\n${show}`).digest('hex').slice(0, 24);
}

/** Compares in a time that does not depend on the key. */
export function isSameKey(given: string, key: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'same length').update(text).digest();
  return timingSafeEqual(digest(given), digest(key));
}
