import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from './test.ts';

const bundled = fileURLToPath(new URL('../../media/', import.meta.url));

/**
 * Files and folders of the bundled library by their names in a test's own library; text is written
 * as it is.
 */
type MediaFiles = Readonly<Record<string, { copyOf: string } | { text: string }>>;

/** Tests whose server has these files for its library. */
export function testWithMedia(files: MediaFiles, args: readonly string[] = []) {
  return base.extend({
    server: async ({ servers }, use) => {
      const mediaDir = mkdtempSync(join(tmpdir(), 'offstage-media-'));
      for (const [name, file] of Object.entries(files)) {
        if ('text' in file) writeFileSync(join(mediaDir, name), file.text);
        else cpSync(join(bundled, file.copyOf), join(mediaDir, name), { recursive: true });
      }
      const server = await servers.start(['--media', mediaDir, ...args]);
      await use(server);
      await server.dispose();
      rmSync(mediaDir, { recursive: true, force: true });
    },
  });
}
