/**
 * Media paths are relative to the media directory, decoded, with `/` between the segments on every
 * platform. Plain JavaScript, because `npm run sign` runs before anything is installed.
 */

/**
 * @param {string} mediaPath
 * @returns {string} its root-relative URL
 */
export function mediaUrl(mediaPath) {
  return `/media/${encodePath(mediaPath)}`;
}

/**
 * @param {string} path
 * @returns {string} the path with each segment percent-encoded, so that spaces, `#`, `?` and any
 *   script survive in a URL
 */
export function encodePath(path) {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** A base that no real URI has: a resolved URI that starts with it was relative. */
const base = 'http://media.invalid/';

/**
 * @param {string} mediaPath
 * @returns {string} a placeholder URL of a manifest, against which its references are resolved
 */
export function manifestUrl(mediaPath) {
  return base + encodePath(mediaPath);
}

/**
 * @param {readonly string[]} references
 * @returns {string[]} the origins of those that lead to another host over the web
 */
export function foreignOrigins(references) {
  const origins = references
    .filter((reference) => /^(https?:)?\/\//i.test(reference) && !reference.startsWith(base))
    .flatMap((reference) => (URL.canParse(reference) ? [new URL(reference).origin] : []));
  return [...new Set(origins)];
}

/** Matches an invalid segment of a media path: it would leave its folder, or names no file. */
const noSegment = /^\.{0,2}$|[/\\\0]/;

/**
 * Resolves a reference of a playlist or an MPD. It decodes each segment separately, so that an
 * encoded `/` cannot split one: `..%2f..%2fetc` is invalid.
 * @param {string} reference
 * @param {string} from media path of the referring file
 * @returns {string | null} a media path inside the media directory; `null` for a reference to
 *   another host or to no file
 */
export function resolveReference(reference, from) {
  try {
    const url = new URL(reference, manifestUrl(from));
    if (!url.href.startsWith(base)) return null;
    const segments = url.pathname.slice(1).split('/').map(decodeURIComponent);
    return segments.some((segment) => noSegment.test(segment)) ? null : segments.join('/');
  } catch {
    // Malformed URIs and percent-encodings name no file.
    return null;
  }
}
