import { videoLimits } from '../../../shared/limits/video-limits.ts';
import type { Chapter } from '../../../shared/player/player-response.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';

/** `1:02:03`, `2:03` or `0:02:03.500`. */
const timePattern = '((?:\\d{1,4}:)?\\d{1,3}:\\d{2}(?:\\.\\d{1,3})?)';
const line = new RegExp(`^${timePattern}[\\s–-]+(\\S.*)$`);
const cue = new RegExp(`^${timePattern} +-->`);

/**
 * Reads chapters: a line `TIME TITLE` for each, or WebVTT with a cue for each.
 * @returns `BAD_CHAPTERS` with the first line that is neither
 */
export function parseChapters(text: string): Result<Chapter[], 'BAD_CHAPTERS'> {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((each) => each.trim());
  const found = lines[0]?.startsWith('WEBVTT') ? readCues(lines) : readLines(lines);
  if (!found.ok) return found;
  if (found.value.length === 0)
    return err(
      'BAD_CHAPTERS',
      'it has no chapters; write a line such as "1:30 The harbour" for each',
    );
  if (found.value.length > videoLimits.chaptersCount)
    return err('BAD_CHAPTERS', `it has more than ${videoLimits.chaptersCount} chapters`);
  return ok(found.value.toSorted((a, b) => a.startSeconds - b.startSeconds));
}

function readLines(lines: readonly string[]): Result<Chapter[], 'BAD_CHAPTERS'> {
  const chapters: Chapter[] = [];
  for (const [index, each] of lines.entries()) {
    if (each === '') continue;
    const [, time, title] = line.exec(each) ?? [];
    if (time === undefined || title === undefined)
      return err(
        'BAD_CHAPTERS',
        `line ${index + 1} is no chapter; write a time and a title, such as "1:30 The harbour"`,
      );
    chapters.push(chapterOf(time, title));
  }
  return ok(chapters);
}

function readCues(lines: readonly string[]): Result<Chapter[], 'BAD_CHAPTERS'> {
  return ok(
    lines.flatMap((each, index) => {
      const time = cue.exec(each)?.[1];
      const title = lines[index + 1] ?? '';
      return time === undefined || title === '' ? [] : [chapterOf(time, title)];
    }),
  );
}

function chapterOf(time: string, title: string): Chapter {
  const startSeconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { startSeconds, title: title.slice(0, videoLimits.chapterTitleMaxChars) };
}
