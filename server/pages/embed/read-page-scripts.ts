import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { PageScripts } from '../../../shared/page/page-shell.ts';
import { map } from '../../../shared/tools/schema.ts';

const manifestSchema = map(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    isEntry: z.optional(z.boolean()),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** Manifest keys: the scripts' paths in the sources. */
const hostProtocols = 'src/bridge/host-protocols.ts';
const engines = {
  hls: 'src/player/engines/hls-engine.ts',
  dash: 'src/player/engines/dash-engine.ts',
};

/** @param pageDir the built player page, with the build's manifest */
export async function readPageScripts(pageDir: string): Promise<PageScripts> {
  const manifest = await readManifest(pageDir);
  const everyPage = new Set(
    Object.entries(manifest).flatMap(([key, { isEntry }]) =>
      isEntry ? closure(manifest, key) : [],
    ),
  );
  const urlsOf = (start: string) =>
    closure(manifest, start)
      .filter((key) => !everyPage.has(key))
      .map((key) => `/${manifest[key]?.file}`);
  return {
    host: urlsOf(hostProtocols),
    engines: Object.fromEntries(
      Object.entries(engines).map(([name, start]) => [name, urlsOf(start)]),
    ),
    mediaWorker: await findMediaWorker(pageDir),
  };
}

/** The manifest does not list workers. */
async function findMediaWorker(pageDir: string): Promise<string | null> {
  const names = await readdir(join(pageDir, 'assets')).catch(() => []);
  const name = names.find((each) => /^media-worker-[\w-]+\.js$/.test(each));
  return name === undefined ? null : `/assets/${name}`;
}

async function readManifest(pageDir: string): Promise<Manifest> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(join(pageDir, '.vite/manifest.json'), 'utf8'));
  } catch {
    // Without a manifest, pages only lose their preloads.
    return {};
  }
  const manifest = z.safeParse(manifestSchema, json);
  return manifest.success ? manifest.data : {};
}

/** A chunk and all its static imports. */
function closure(manifest: Manifest, start: string): string[] {
  const found = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(key)) return;
    found.add(key);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add(start);
  return [...found];
}
