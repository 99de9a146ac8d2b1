import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { Rendition } from './plan-ladder.ts';
import { ladderBytes, planLadder } from './plan-ladder.ts';
import { playableAs } from './plays-as-it-is.ts';
import type { SourceFacts } from './source-facts.ts';

/** How to make a video from a file. */
export type VideoPlan =
  | { type: 'ladder'; ladder: Rendition[] }
  | { type: 'copy'; extension: '.mp4' | '.webm' };

/** @returns `NOT_PLAYABLE` if browsers cannot play the file and it must not be encoded */
export function planVideo(
  facts: SourceFacts,
  hasLadder: boolean,
): Result<VideoPlan, 'NOT_PLAYABLE'> {
  if (hasLadder)
    return ok({ type: 'ladder', ladder: facts.picture === null ? [] : planLadder(facts.picture) });
  const extension = playableAs(facts);
  if (extension !== null) return ok({ type: 'copy', extension });
  const codecs = [facts.picture?.codec, ...facts.sounds.map(({ codec }) => codec)].filter(
    (codec) => codec !== undefined,
  );
  return err(
    'NOT_PLAYABLE',
    `browsers cannot play ${codecs.join(' with ')}; add it without --no-ladder`,
  );
}

/** @returns maximum bytes on the disk */
export function bytesNeeded(
  { sounds, durationSeconds }: SourceFacts,
  bytes: number,
  plan: VideoPlan | null,
): number {
  return plan?.type === 'ladder' ? ladderBytes(plan.ladder, sounds.length, durationSeconds) : bytes;
}
