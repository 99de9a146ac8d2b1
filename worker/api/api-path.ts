import type { ApiSettings } from './api-settings.ts';

export interface ApiTarget {
  /** An interface below `/youtubei/{version}/`, or a full path that begins with a slash. */
  path: string;
  /** From the command's metadata; takes precedence over `path`. */
  apiUrl?: string | undefined;
}

/**
 * The path of a call with its query (specification §7).
 * @returns `null` if the metadata leads anywhere but to the API of the embed's own origin
 */
export function apiPath(
  { path, apiUrl }: ApiTarget,
  { version, key }: Pick<ApiSettings, 'version' | 'key'>,
): string | null {
  if (apiUrl !== undefined) return isApiPath(apiUrl) ? withKey(apiUrl, key) : null;
  if (path.startsWith('/')) return path;
  return withKey(`/youtubei/${version}/${path}?alt=json`, key);
}

/** Adds the key, unless the path already has one. */
function withKey(path: string, key: string | null): string {
  const [beforeHash = ''] = path.split('#');
  if (key === null || /[?&]key=/.test(beforeHash)) return path;
  return `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${new URLSearchParams({ key })}`;
}

/** Parses the URL instead of comparing text: dots, backslashes and tabs can lead elsewhere. */
function isApiPath(apiUrl: string): boolean {
  if (!apiUrl.startsWith('/youtubei/')) return false;
  const base = 'https://embed.invalid';
  const url = URL.canParse(apiUrl, base) ? new URL(apiUrl, base) : null;
  return url !== null && url.origin === base && url.pathname.startsWith('/youtubei/');
}
