import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const bundled = fileURLToPath(new URL('../../media/', import.meta.url));

/** A film of the bundled library in one file. */
const film = 'offstage002.mp4';

/** Library files by path: text content, or `film` for a copy of the film. */
export type LibraryFiles = Readonly<Record<string, string | Uint8Array | typeof copyOfFilm>>;
export const copyOfFilm = Symbol('film');

/** Creates a library for `use` and removes it afterwards. */
export async function withLibrary<T>(
  files: LibraryFiles,
  use: (mediaDir: string) => Promise<T>,
): Promise<T> {
  const mediaDir = mkdtempSync(join(tmpdir(), 'offstage-attack-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(mediaDir, path)), { recursive: true });
      if (content === copyOfFilm) cpSync(join(bundled, film), join(mediaDir, path));
      else writeFileSync(join(mediaDir, path), content as string | Uint8Array);
    }
    return await use(mediaDir);
  } finally {
    rmSync(mediaDir, { recursive: true, force: true });
  }
}

/** Starts a server for `use`, and removes it and its store afterwards. */
export async function withServer<T>(
  args: readonly string[],
  use: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await startServerProcess(args);
  try {
    return await use(server);
  } finally {
    await server.dispose();
  }
}
