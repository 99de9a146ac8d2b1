/**
 * Media paths are relative to the media directory, decoded, with `/` between the segments on every
 * platform.
 */

/** @returns the root-relative URL of a media path */
export function mediaUrl(mediaPath: string): string {
  return `/media/${encodePath(mediaPath)}`;
}

/**
 * @returns the path with each segment percent-encoded, so that spaces, `#`, `?` and any script
 *   survive in a URL
 */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** A base that no real URI has: a resolved URI that starts with it was relative. */
const base = 'http://media.invalid/';

/** @returns a placeholder URL of a manifest, against which its references are resolved */
export function manifestUrl(mediaPath: string): string {
  return base + encodePath(mediaPath);
}

/** @returns the origins of the references that lead to another host over the web */
export function foreignOrigins(references: readonly string[]): string[] {
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
 * @param from media path of the referring file
 * @returns a media path inside the media directory; `null` for a reference to another host or to no
 *   file
 */
export function resolveReference(reference: string, from: string): string | null {
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
