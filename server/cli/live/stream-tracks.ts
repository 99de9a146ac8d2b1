import { readdir } from 'node:fs/promises';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { soundName } from '../add/encoding-arguments.ts';
import { planLadder, type Rendition } from '../add/plan-ladder.ts';
import type { SourceFacts } from '../add/source-facts.ts';
import { liveLimits } from './live-limits.ts';
import { openTrackWriter, type TrackOptions, type TrackWriter } from './write-track.ts';

/**
 * The tracks of a stream. Its first sender decides, because open players do not look for others.
 */
export interface StreamTracks {
  renditions: readonly Rendition[];
  /** The renditions, then the sound. */
  open: readonly { name: string; writer: TrackWriter }[];
  hasSound: boolean;
}

/**
 * Opens the tracks for a first sender, and ends those that an earlier run has left open and that
 * this sender does not continue.
 * @param folder of the tracks
 */
export async function openTracks(
  { picture, sounds }: SourceFacts,
  { folder, hasLadder, ...rest }: TrackChoice,
): Promise<StreamTracks> {
  const renditions = planRenditions(picture, hasLadder);
  const hasSound = sounds.length > 0;
  const names = [...renditions.map(({ name }) => name), ...(hasSound ? [soundName(0)] : [])];
  for (const file of await readdir(folder)) {
    const name = file.replace(/\.m3u8$/, '');
    if (name === file || file.startsWith('.') || names.includes(name)) continue;
    await (await openTrackWriter({ ...rest, folder, name, isPicture: true })).end();
  }
  const open = [];
  for (const [index, name] of names.entries()) {
    const isPicture = index < renditions.length;
    open.push({ name, writer: await openTrackWriter({ ...rest, folder, name, isPicture }) });
  }
  return { renditions, open, hasSound };
}

export interface TrackChoice extends Pick<TrackOptions, 'folder' | 'hasParts' | 'isRecorded'> {
  hasLadder: boolean;
}

/** Plans the best qualities of the source, up to the number that a machine can encode at once. */
function planRenditions(
  picture: Pick<NonNullable<SourceFacts['picture']>, 'width' | 'height' | 'frameRate'> | null,
  hasLadder: boolean,
): Rendition[] {
  if (picture === null) return [];
  const { width, height, frameRate } = picture;
  const scale = Math.min(1, liveLimits.sideMaxPx / Math.min(width, height));
  const ladder = planLadder({ width: width * scale, height: height * scale, frameRate });
  return ladder.slice(0, hasLadder ? liveLimits.renditionCount : 1);
}

/**
 * Chooses what a sender's encoder reads, for the tracks of a stream.
 * @returns `OTHER_TRACKS` if the sender lacks one
 */
export function fitTracks(
  { picture, sounds }: SourceFacts,
  { renditions, hasSound }: Pick<StreamTracks, 'renditions' | 'hasSound'>,
): Result<{ facts: Pick<SourceFacts, 'picture' | 'sounds'>; hasBars: boolean }, 'OTHER_TRACKS'> {
  const [best] = renditions;
  if (best !== undefined && picture === null) return err('OTHER_TRACKS', lacks('a picture'));
  if (hasSound && sounds.length === 0) return err('OTHER_TRACKS', lacks('sound'));
  const [planned] = planRenditions(picture, false);
  return ok({
    facts: {
      picture: best === undefined ? null : picture,
      sounds: hasSound ? sounds.slice(0, 1) : [],
    },
    hasBars:
      best !== undefined &&
      planned !== undefined &&
      Math.abs(best.width / best.height - planned.width / planned.height) >
        liveLimits.shapeTolerance,
  });
}

function lacks(track: string): string {
  return `the stream began with ${track}, and this sender sends none; send it again, or end the stream with Ctrl-C and start it anew`;
}
