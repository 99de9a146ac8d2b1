import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { videoLimits } from '../../../shared/limits/video-limits.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { lateChapter } from '../edit/late-chapter.ts';
import { noParts } from '../edit/video-parts.ts';
import { writeParts } from '../edit/write-parts.ts';
import { notWritten, stopped } from './add-failures.ts';
import { addLimits } from './add-limits.ts';
import { alreadyThere } from './already-there.ts';
import { checkFile } from './check-file.ts';
import type { MediaTools, MissingTools } from './find-tools.ts';
import { fingerprintOf } from './fingerprint.ts';
import { freeId } from './free-id.ts';
import { missingSpace } from './free-space.ts';
import { makeVideo } from './make-video.ts';
import { folderName, titleOfFile } from './name-folder.ts';
import type { VideoPlan } from './plan-video.ts';
import { bytesNeeded, planVideo } from './plan-video.ts';
import { playsWithoutTools } from './plays-as-it-is.ts';
import { probeSource } from './probe-source.ts';
import { readKnownVideos } from './read-known-videos.ts';
import type { SourceFacts } from './source-facts.ts';
import type { VideoToAdd } from './video-to-add.ts';
import type { Workspace } from './workspace.ts';
import { createWorkspace } from './workspace.ts';

export interface AddDeps {
  tools: MediaTools | MissingTools;
  signal: AbortSignal;
  /** Gets the completed share of the work, 0 to 1. */
  onProgress: (part: number) => void;
  /** @returns bytes free in the directory */
  freeBytes?: (directory: string) => Promise<number>;
  /** Whether only to say what would be added. */
  isDryRun?: boolean;
}

export interface AddedVideo {
  videoId: string;
  title: string;
  /** The video's folder in the media directory. */
  folder: string;
  /** Sentences for the operator. */
  notes: string[];
}

/**
 * Makes a video from a file and moves it into the library in one step. If anything fails, or the
 * process ends, nothing of it stays there.
 * @returns `ALREADY_THERE` for a file that was added before, `DIFFERENT` if it was added with other
 *   options; `NO_FILE`, `NOT_A_FILE`,
 *   `NO_PERMISSION`, `EMPTY_FILE`, `NOT_MEDIA`, `NO_FFMPEG`, `NOT_PLAYABLE`, `LATE_CHAPTER`,
 *   `ID_TAKEN`,
 *   `NO_SPACE`, `CUT_OFF`, `NOT_ENCODED`, `NOT_WRITTEN` or `STOPPED`, each with cause and fix
 */
export async function addVideo(video: VideoToAdd, deps: AddDeps): Promise<Result<AddedVideo>> {
  const checked = await checkFile(video.file);
  if (!checked.ok) return checked;
  let workspace: Workspace | null = null;
  try {
    const source = await readSource(video.file, deps);
    if (!source.ok) return source;
    const facts = source.value;
    const late = lateChapter(video.parts?.chapters, facts.durationSeconds);
    if (late !== null) return err('LATE_CHAPTER', late);
    const named = await nameVideo(video);
    if (!named.ok) return named;
    const plan = 'missing' in deps.tools ? ok(null) : planVideo(facts, video.hasLadder);
    if (!plan.ok) return plan;
    const needed = bytesNeeded(facts, checked.value, plan.value);
    const space = await missingSpace(video.mediaDir, needed, deps.freeBytes);
    if (space !== null) return space;
    const stem = folderName(basename(video.file));
    if (deps.isDryRun) {
      const { id, title } = sidecarOf(video, facts, { ...named.value, bytes: checked.value });
      return ok({ videoId: id, title, folder: stem, notes: [sayPlan(plan.value)] });
    }

    workspace = await createWorkspace(video.mediaDir);
    const toMake = { ...deps, file: video.file, stem, bytes: checked.value, facts };
    const made = await makeVideo(toMake, plan.value, workspace.folder);
    if (!made.ok) return made;
    await writeParts(video.parts ?? noParts, workspace.folder, stem);
    const sidecar = sidecarOf(video, facts, { ...named.value, bytes: checked.value });
    await writeFile(
      join(workspace.folder, `${stem}.json`),
      `${JSON.stringify(sidecar, null, 2)}\n`,
    );
    if (deps.signal.aborted) return stopped();
    const folder = await workspace.moveIn(stem);
    return ok({ videoId: sidecar.id, title: sidecar.title, folder, notes: made.value });
  } catch (error) {
    return notWritten(error, video.mediaDir);
  } finally {
    await workspace?.dispose();
  }
}

/** @returns the new id; a failure if the library already has the id or the file */
async function nameVideo(
  video: VideoToAdd,
): Promise<
  Result<{ videoId: string; fingerprint: string }, 'ALREADY_THERE' | 'DIFFERENT' | 'ID_TAKEN'>
> {
  const { file, mediaDir, videoId } = video;
  const fingerprint = await fingerprintOf(file);
  const known = await readKnownVideos(mediaDir);
  const same = known.added.find((entry) => entry.fingerprint === fingerprint);
  if (same !== undefined) return alreadyThere(video, same);
  if (videoId !== null && known.ids.has(videoId))
    return err('ID_TAKEN', `another video already has the id ${videoId}; choose another with --id`);
  return ok({ videoId: videoId ?? freeId(fingerprint, known.ids), fingerprint });
}

function sayPlan(plan: VideoPlan | null): string {
  if (plan === null)
    return 'would be added as it is, without poster, storyboard or other qualities';
  if (plan.type === 'copy') return `would be added as it is (${plan.extension})`;
  const names = plan.ladder.map(({ name }) => name.replace(/^video-/, ''));
  return `would be added with ${names.length === 0 ? 'sound only' : names.join(', ')}`;
}

/** The sidecar of the video; the limits are those of its schema. */
function sidecarOf(
  { file, title, isPrivate, parts }: VideoToAdd,
  facts: SourceFacts,
  { videoId, fingerprint, bytes }: { videoId: string; fingerprint: string; bytes: number },
) {
  const name = basename(file);
  const chapters = parts?.chapters ?? facts.chapters;
  return {
    id: videoId,
    title: (title ?? facts.title ?? titleOfFile(name)).slice(0, addLimits.titleMaxChars),
    ...(facts.author !== null && { author: facts.author.slice(0, videoLimits.authorMaxChars) }),
    ...(facts.description !== null && {
      description: facts.description.slice(0, videoLimits.descriptionMaxChars),
    }),
    ...(chapters.length > 0 && {
      chapters: chapters.slice(0, videoLimits.chaptersCount),
    }),
    ...(isPrivate && { private: true }),
    addedFrom: { name, bytes, fingerprint },
  };
}

async function readSource(file: string, { tools, signal }: AddDeps): Promise<Result<SourceFacts>> {
  if (!('missing' in tools)) return probeSource(file, tools, signal);
  const plays = await playsWithoutTools(file);
  if (!plays.ok) return err('NO_FFMPEG', `${plays.error.message}, and ${tools.missing}`);
  return ok({
    container: plays.value.extension,
    bytes: 0,
    durationSeconds: plays.value.durationSeconds,
    picture: null,
    coverIndex: null,
    sounds: [],
    texts: [],
    pictureTextCount: 0,
    title: null,
    description: null,
    author: null,
    chapters: [],
  });
}
