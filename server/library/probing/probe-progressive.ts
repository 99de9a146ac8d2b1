import { CustomSource, Input, MP4, QTFF, WEBM } from 'mediabunny';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { libraryLimits } from '../library-limits.ts';
import { openRegularFile } from '../open-regular-file.ts';
import type { MediaFacts } from './media-facts.ts';

/**
 * Reads the head of an MP4 or WebM file. Only for a probe thread, because a damaged file can take
 * forever.
 * @returns `UNREADABLE` with the cause for an empty, damaged or unsupported file
 */
export async function probeProgressive(file: string): Promise<Result<MediaFacts, 'UNREADABLE'>> {
  await using handle = await openRegularFile(file);
  const { size } = await handle.stat();
  if (size === 0) return err('UNREADABLE', 'the file is empty');
  let leftBytes = libraryLimits.probeReadBytes.value;
  const source = new CustomSource({
    getSize: () => size,
    async read(start, end) {
      const length = end - start;
      leftBytes -= length;
      if (leftBytes < 0)
        throw new Error(`its metadata is larger than ${libraryLimits.probeReadBytes.value} bytes`);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      if (bytesRead < length) throw new Error('the file became shorter while it was read');
      return buffer;
    },
    prefetchProfile: 'fileSystem',
  });
  const input = new Input({ formats: [MP4, QTFF, WEBM], source });
  try {
    const video = await input.getPrimaryVideoTrack();
    const durationSeconds = (await input.getDurationFromMetadata()) ?? 0;
    if ((await input.getTracks()).length === 0)
      return err('UNREADABLE', 'the file has no video or audio');
    return ok({
      mimeType: await input.getMimeType(),
      durationSeconds,
      width: (await video?.getDisplayWidth()) ?? 0,
      height: (await video?.getDisplayHeight()) ?? 0,
      isLive: false,
      references: [],
      foreignOrigins: [],
      defect: null,
    });
  } catch (error) {
    return err('UNREADABLE', error instanceof Error ? error.message : String(error));
  } finally {
    input.dispose();
  }
}
