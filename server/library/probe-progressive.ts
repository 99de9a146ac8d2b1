import { stat } from 'node:fs/promises';
import { FilePathSource, Input, MP4, QTFF, WEBM } from 'mediabunny';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import type { MediaFacts } from './media-facts.ts';

/**
 * Reads the head of an MP4 or WebM file.
 * @returns `UNREADABLE` with the cause for a file that is empty, damaged or something else
 */
export async function probeProgressive(file: string): Promise<Result<MediaFacts, 'UNREADABLE'>> {
  if ((await stat(file)).size === 0) return err('UNREADABLE', 'the file is empty');
  const input = new Input({ formats: [MP4, QTFF, WEBM], source: new FilePathSource(file) });
  try {
    const video = await input.getPrimaryVideoTrack();
    const durationSeconds = (await input.getDurationFromMetadata()) ?? 0;
    if ((await input.getTracks()).length === 0) return err('UNREADABLE', 'the file holds no video or audio');
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
