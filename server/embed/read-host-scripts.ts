import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { map } from '../../shared/schema.ts';

const manifestSchema = map(
  v.string(),
  v.object({ file: v.string(), imports: v.optional(v.array(v.string())), isEntry: v.optional(v.boolean()) }),
);
type Manifest = v.InferOutput<typeof manifestSchema>;

/** What pages with a host load as well, by its place in the sources. */
const hostProtocols = 'src/bridge/host-protocols.ts';

/**
 * @param pageDir the built player page, with the build's manifest
 * @returns URLs of the scripts that a page with a host needs beyond what every page has; none without a manifest
 */
export async function readHostScripts(pageDir: string): Promise<readonly string[]> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(join(pageDir, '.vite/manifest.json'), 'utf8'));
  } catch {
    // Only the head start is lost.
    return [];
  }
  const manifest = v.safeParse(manifestSchema, json);
  if (!manifest.success) return [];
  const everyPage = new Set(
    Object.entries(manifest.output).flatMap(([key, { isEntry }]) =>
      isEntry ? closure(manifest.output, key) : [],
    ),
  );
  return closure(manifest.output, hostProtocols)
    .filter((key) => !everyPage.has(key))
    .map((key) => `/${manifest.output[key]?.file}`);
}

/** A chunk and everything that it imports at once. */
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
