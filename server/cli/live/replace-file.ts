import { rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Replaces a file at once. The library skips the draft, whose name starts with a dot. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}`);
  await writeFile(draft, text);
  await rename(draft, file);
}
