/**
 * Media paths are relative to the media directory, decoded, with `/` between the segments on every platform.
 */

/** @returns the root-relative URL under which the server offers a media path */
export function mediaUrl(mediaPath: string): string {
  return `/media/${encodePath(mediaPath)}`;
}

/** @returns the path with each segment percent-encoded, so that spaces, `#`, `?` and any script survive in a URL */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** A base that no real URI has: whatever still starts with it after resolving was relative. */
const base = 'http://media.invalid/';

/** @returns the URL that stands for a media path while a manifest's references are resolved */
export function manifestUrl(mediaPath: string): string {
  return base + encodePath(mediaPath);
}

/** @returns the origins of those references, as they stand in a playlist or an MPD, that lead to another host over the web */
export function foreignOrigins(references: readonly string[]): string[] {
  const origins = references
    .filter((reference) => /^(https?:)?\/\//i.test(reference) && !reference.startsWith(base))
    .flatMap((reference) => (URL.canParse(reference) ? [new URL(reference).origin] : []));
  return [...new Set(origins)];
}

/** No segment of a media path, however it was encoded: it would lead out of its folder, or names no file. */
const noSegment = /^\.{0,2}$|[/\\\0]/;

/**
 * Resolves a reference as it stands in a playlist or an MPD. Each segment is decoded for itself, so that an encoded `/` cannot make two of
 * one: `..%2f..%2fetc` names nothing.
 * @param from media path of the file that refers
 * @returns a media path inside the media directory, or `null` for a reference to another host or one that names no file
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
