import { Parser } from 'm3u8-parser';
import * as z from 'zod';
import { firstIssue } from '../../../shared/tools/issue.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { HlsPlaylist } from './hls-playlist.ts';
import { hlsPlaylistSchema } from './hls-playlist.ts';

/** @returns `NO_PLAYLIST` for text that is no HLS playlist, or without segments and renditions */
export function parseHls(text: string): Result<HlsPlaylist, 'NO_PLAYLIST'> {
  if (!/^\uFEFF?#EXTM3U/.test(text))
    return err('NO_PLAYLIST', 'the playlist does not start with #EXTM3U');
  const parser = new Parser();
  try {
    parser.push(text);
    parser.end();
  } catch {
    // m3u8-parser 7.2 throws for an attribute without a value.
    return err('NO_PLAYLIST', 'the playlist is malformed');
  }
  const parsed = z.safeParse(hlsPlaylistSchema, parser.manifest);
  if (!parsed.success)
    return err('NO_PLAYLIST', `the playlist is malformed, ${firstIssue(parsed.error.issues)}`);
  const manifest = parsed.data;
  if (manifest.segments.length === 0 && (manifest.playlists ?? []).length === 0) {
    return err('NO_PLAYLIST', 'the playlist has no segments and no renditions');
  }
  return ok(manifest);
}

/** @returns URIs of the renditions of a multivariant playlist, unresolved */
export function renditionUris(playlist: HlsPlaylist): string[] {
  const groups = Object.values(playlist.mediaGroups ?? {}).flatMap((group) => Object.values(group));
  const alternatives = groups.flatMap((members) => Object.values(members));
  const all = [...(playlist.playlists ?? []), ...alternatives].map(({ uri }) => uri);
  return [...new Set(all.filter((uri) => uri !== undefined))];
}
