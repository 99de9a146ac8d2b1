export const videoIdPattern = /^[A-Za-z0-9_-]{11}$/;

/** A video's id: 11 characters of the URL-safe base64 alphabet. */
export function isVideoId(value: string): boolean {
  return videoIdPattern.test(value);
}

/** Replaces an invalid id in replies, because an invalid id must not be repeated. */
export const placeholderVideoId = '___________';

/**
 * Reads the id from the path segment after `/v/`, `/e/` or `/embed/` (specification §5).
 * @param url absolute or relative
 * @returns the raw segment, valid or not (see `isVideoId`), or `null` without one
 */
export function videoIdFromUrl(url: string): string | null {
  const path = url.replace(/[?#].*$/s, '');
  // Old `/v/` players put their parameters after an `&`.
  return /\/(?:v|e|embed)\/([^/&]+)/.exec(path)?.[1] ?? null;
}
