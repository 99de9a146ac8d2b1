import type { Result } from '../../../shared/tools/result.ts';
import { err } from '../../../shared/tools/result.ts';
import { libraryLimits } from '../library-limits.ts';
import type { LiveChannel } from '../live/load-live-channel.ts';
import { loadLiveChannel } from '../live/load-live-channel.ts';
import { condensePaths } from '../numbered-files.ts';
import { readingLimits } from '../reading-limits.ts';
import type { MediaFacts } from './media-facts.ts';
import { probeMedia } from './probe-media.ts';
import type { ReadStamps } from './read-manifest.ts';

const { mimeTypeMaxChars, problemMaxChars } = readingLimits;

/** A job for a probe thread: read the facts of a file, or make the live stream of a recording. */
export type ProbeJob = { mediaDir: string; mediaPath: string } & (
  | { type: 'media' }
  | { type: 'live'; isLowLatency: boolean }
);

/** The outcome of each kind of job. */
export interface ProbeOutcomes {
  media: Result<MediaFacts, 'UNREADABLE'>;
  live: Result<LiveChannel, 'NO_CHANNEL' | 'TOO_SHORT'>;
}

export interface ProbeAnswer<Type extends ProbeJob['type'] = ProbeJob['type']> {
  outcome: ProbeOutcomes[Type];
  /** Stamps of the playlists and MPDs that the outcome depends on. */
  stamps: ReadStamps;
}

/**
 * Runs a job in this thread. The answer is plain data of limited size, so that the main thread
 * receives it cheaply.
 */
export async function runProbeJob(job: ProbeJob): Promise<ProbeAnswer> {
  const stamps: ReadStamps = new Map();
  const { mediaDir, mediaPath } = job;
  if (job.type === 'media') {
    const outcome = boundFacts(await probeMedia(mediaDir, mediaPath, stamps));
    return { outcome: withShortMessage(outcome), stamps };
  }
  try {
    const outcome = await loadLiveChannel(mediaDir, mediaPath, job.isLowLatency, stamps);
    return { outcome: withShortMessage(outcome), stamps };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { outcome: withShortMessage(err('NO_CHANNEL', message)), stamps };
  }
}

function boundFacts(result: ProbeOutcomes['media']): ProbeOutcomes['media'] {
  if (!result.ok) return result;
  const { mimeType, references, foreignOrigins, defect } = result.value;
  const [referenceMax, originMax] = [
    libraryLimits.playlistReferences.value,
    libraryLimits.foreignOrigins.value,
  ];
  if (mimeType.length > mimeTypeMaxChars) return err('UNREADABLE', 'its codec names are too long');
  if (references.length > referenceMax)
    return err('UNREADABLE', `it refers to ${references.length} files, more than ${referenceMax}`);
  if (foreignOrigins.length > originMax)
    return err(
      'UNREADABLE',
      `it refers to ${foreignOrigins.length} other hosts, more than ${originMax}`,
    );
  const { names, numbered } = condensePaths(references);
  const shortDefect = defect === null ? null : short(defect);
  return { ok: true, value: { ...result.value, references: names, numbered, defect: shortDefect } };
}

/** Shortens the message, because parsers quote the text that they could not read. */
function withShortMessage<T extends Result<unknown>>(result: T): T {
  if (result.ok) return result;
  const { code, message } = result.error;
  return { ...result, error: { code, message: short(message) } };
}

function short(message: string): string {
  return message.length > problemMaxChars ? `${message.slice(0, problemMaxChars)}…` : message;
}
