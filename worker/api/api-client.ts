import { apiLimits } from '../../shared/limits.ts';
import type { ListType } from '../../shared/list-type.ts';
import type { ClientContext } from '../../shared/log-batch.ts';
import {
  type PlayerResponse,
  type PlaylistResponse,
  playerResponseSchema,
  playlistResponseSchema,
} from '../../shared/player-response.ts';
import { err, type Result } from '../../shared/result.ts';
import type { ApiFailureCode } from '../../shared/rpc.ts';
import type { Schema } from '../../shared/schema.ts';
import { parseReply } from '../net/parse-reply.ts';

/** The calls of specification §7 that the player makes by itself. */
export interface ApiClient {
  getVideo(videoId: string): Promise<Result<PlayerResponse, ApiFailureCode>>;
  getPlaylist(listId: string, listType: ListType): Promise<Result<PlaylistResponse, ApiFailureCode>>;
}

export interface ApiClientDeps {
  fetch: typeof fetch;
  timeoutSignal(ms: number): AbortSignal;
  /** Of the embed page; paths are resolved against it. */
  origin: string;
  context: ClientContext;
}

export function createApiClient({ fetch, timeoutSignal, origin, context }: ApiClientDeps): ApiClient {
  async function call<T>(
    path: string,
    init: RequestInit,
    schema: Schema<T>,
  ): Promise<Result<T, ApiFailureCode>> {
    let text: string;
    try {
      const signal = timeoutSignal(apiLimits.timeoutMs);
      const response = await fetch(new URL(path, origin), { credentials: 'omit', ...init, signal });
      text = await response.text();
      if (response.status === 404) return err('NOT_FOUND', 'There is nothing under this id.');
      if (!response.ok) return err('REQUEST_FAILED', `Request failed, status=${response.status}`);
    } catch (error) {
      return isTimeout(error)
        ? err('TIMED_OUT', 'Request timed out')
        : err('UNKNOWN_ERROR', `Unknown request error: ${String(error)}`);
    }
    return parseReply(text, schema);
  }

  return {
    // `text/plain` needs no preflight in frames without an origin of their own; the server reads JSON either way.
    getVideo: (videoId) =>
      call(
        '/youtubei/v1/player?alt=json',
        {
          method: 'POST',
          headers: { 'Content-Type': 'text/plain' },
          body: JSON.stringify({ context, videoId }),
        },
        playerResponseSchema,
      ),
    getPlaylist: (listId, listType) =>
      call(
        `/youtubei/v1/playlist/${encodeURIComponent(listId)}?alt=json&listType=${listType}`,
        {},
        playlistResponseSchema,
      ),
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
