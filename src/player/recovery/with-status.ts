import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { Recoverable } from './recoverable.ts';
import type { MediaFailure } from './recovery-rules.ts';

/**
 * Requests the source once more, because the element does not report the server's status.
 * @returns the failure with what the server answered
 */
export async function withStatus(
  failure: MediaFailure,
  { choices, index, video, signal }: Recoverable,
  fetch: typeof globalThis.fetch,
): Promise<MediaFailure> {
  const source = choices[index]?.source;
  if (failure.status !== null || source === undefined || failure.name !== 'net.retryexhausted')
    return failure;
  try {
    const url = new URL(source.url, document.baseURI);
    const { ok, status, body } = await fetch(url, {
      headers: { Range: 'bytes=0-0' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(recoveryLimits.backOffMaxMs)]),
    });
    await body?.cancel();
    if (!ok) return { ...failure, status };
    // The file is there but the element refused it. Either the network failed once, or the file is
    // not media.
    return video.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED
      ? { name: 'fmt.decode', status: null }
      : failure;
  } catch {
    return failure;
  }
}
