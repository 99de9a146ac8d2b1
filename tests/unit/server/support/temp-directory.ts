import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { whenDone } from './when-done.ts';

/**
 * A directory that is removed after the test.
 * @param files content by relative path; parents are made
 */
export function tempDirectory(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-test-'));
  whenDone(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  return directory;
}
