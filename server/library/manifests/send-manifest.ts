import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from 'hono';
import { busyReply } from '../../http/error-reply.ts';
import { beginFileAnswer } from '../../http/files/begin-file-answer.ts';
import { resolveInside } from '../../http/files/resolve-inside.ts';
import { sendFile } from '../../http/files/send-file.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { HeldRequests } from '../live/held-requests.ts';
import { packagingOf } from '../media-file-types.js';
import { encodePath, resolveReference } from '../media-path.js';
import { readTextFile } from '../read-text-file.ts';
import { readingLimits } from '../reading-limits.ts';
import { holdReload } from './hold-reload.ts';
import {
  completeLines,
  firstRendition,
  hlsState,
  type ManifestState,
  mpdState,
} from './manifest-state.ts';

export interface ManifestToSend {
  /** Real path of the media directory. */
  root: string;
  /** Real path relative to `root`. */
  path: string;
  /** The path in the URL, against which its references are resolved. */
  mediaPath: string;
  contentType: string;
  /** @param isFinal whether its content has its end */
  cachingOf: (isFinal: boolean) => string;
  held: HeldRequests;
}

/**
 * Answers with a playlist or an MPD. Its caching comes from the very text that is sent: what the
 * library knows may be some seconds old, and a cached playlist would stop a live stream. The tag is
 * a hash, because two versions may have the same size and time.
 */
export async function sendManifest(
  context: Context<ServerEnv>,
  { root, path, mediaPath, contentType, cachingOf, held }: ManifestToSend,
): Promise<Response> {
  const file = join(root, path);
  const first = await readManifest(file);
  const waited = first !== null && (await holdReload(context, { file, text: first, held }));
  if (waited instanceof Response) return waited;
  const text = waited ? await readManifest(file) : first;
  if (text === null)
    return sendFile(context, {
      root,
      path,
      headers: { 'Content-Type': contentType, 'Cache-Control': cachingOf(false) },
    });
  const { state, body } = readState(mediaPath, text);
  if (state === 'unfinished')
    return busyReply(
      context,
      'MANIFEST_INCOMPLETE',
      'This playlist is being written, or is damaged; send the request again.',
    );
  const answer = context.req.method === 'HEAD' ? null : beginFileAnswer(context);
  if (answer instanceof Response) return answer;
  const isGrowing =
    state === 'growing' || (state === 'multivariant' && (await hasGrowing(root, mediaPath, text)));
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = { ETag: tag, 'Cache-Control': cachingOf(!isGrowing), Vary: 'Accept-Encoding' };
  return isKnown(context.req.header('If-None-Match'), tag)
    ? context.body(null, 304, headers)
    : context.body(body, 200, { ...headers, 'Content-Type': contentType });
}

/** @returns `null` for a file that is too large to be kept in memory, or that has just gone */
async function readManifest(file: string): Promise<string | null> {
  return readTextFile(file, readingLimits.manifestInMemoryBytes).catch(() => null);
}

/** @returns the state, and the text to send: without a line that is still being written */
function readState(mediaPath: string, text: string): { state: ManifestState; body: string } {
  if (packagingOf(mediaPath) !== 'hls') return { state: mpdState(text), body: text };
  const state = hlsState(text);
  if (state !== 'growing') return { state, body: text };
  const body = completeLines(text);
  return { state: hlsState(body), body };
}

/** Whether the first rendition can grow; one that cannot be read may. */
async function hasGrowing(root: string, mediaPath: string, text: string): Promise<boolean> {
  const uri = firstRendition(text);
  const rendition = uri === null ? null : resolveReference(uri, mediaPath);
  // Another host decides about the caching of its own files.
  if (rendition === null) return false;
  const file = await resolveInside(root, encodePath(rendition));
  const found = file === null ? null : await readManifest(join(root, file.path));
  return found === null || hlsState(found) !== 'final';
}

/**
 * RFC 9110 13.1.2: compares without the mark of weak tags, which proxies add when they compress.
 */
function isKnown(asked: string | undefined, tag: string): boolean {
  const tags = (asked ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}
