import type { Result } from '../../../shared/tools/result.ts';
import { err } from '../../../shared/tools/result.ts';
import { lastComplaint } from './run-tool.ts';

export function stopped(): Result<never, 'STOPPED'> {
  return err('STOPPED', 'stopped; nothing was added to the library');
}

/** @param complaint messages of ffmpeg, which may continue although it cannot write */
export function isFull(complaint: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(complaint);
}

export function notEncoded(complaint: string): Result<never, 'NO_SPACE' | 'NOT_ENCODED'> {
  if (isFull(complaint)) return diskFull();
  return err('NOT_ENCODED', `ffmpeg cannot encode it: ${lastComplaint(complaint)}`);
}

export function notWritten(
  error: unknown,
  mediaDir: string,
): Result<never, 'NO_SPACE' | 'NOT_WRITTEN'> {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  const fix =
    code === 'EACCES' || code === 'EROFS'
      ? '; give this user write access, or choose another directory with --media'
      : '';
  const cause = error instanceof Error ? error.message : String(error);
  return err('NOT_WRITTEN', `it cannot be written to ${mediaDir} (${cause})${fix}`);
}

export function diskFull(): Result<never, 'NO_SPACE'> {
  return err(
    'NO_SPACE',
    'the disk is full; free some space, or choose another directory with --media',
  );
}
