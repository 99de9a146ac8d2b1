import { addLimits } from './add-limits.ts';

/**
 * @param fileName without its directory
 * @returns a name for a video's folder and files: letters and digits of any script, and hyphens
 */
export function folderName(fileName: string): string {
  const name = withoutExtension(fileName)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  let short = '';
  for (const character of name) {
    if (Buffer.byteLength(short + character) > addLimits.folderNameMaxBytes) break;
    short += character;
  }
  return short || 'video';
}

/** @returns a title for a file without one */
export function titleOfFile(fileName: string): string {
  return (
    withoutExtension(fileName)
      .replaceAll(/[_\s]+/g, ' ')
      .trim() || fileName
  );
}

function withoutExtension(fileName: string): string {
  return fileName.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, '');
}
