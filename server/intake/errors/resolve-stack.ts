import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { errorLimits } from '../../../shared/limits/error-limits.ts';
import { parseFrame, type StackFrame } from '../../../shared/telemetry/stack-frames.ts';
import { parseWebUrl } from '../../http/parse-web-url.ts';

/**
 * @returns the stack with places in the sources where the build's source maps have them; other
 * lines are unchanged
 */
export type ResolveStack = (stack: string) => Promise<string>;

/** Scripts of the build, by their path. No other file is ever opened. */
const scriptPattern = /^\/assets\/([\w.-]+\.js)$/;

/**
 * @param pageDirs the built player pages. A stack of another build is not resolved, because script
 *   names contain a hash
 */
export function createStackResolver(pageDirs: readonly string[]): ResolveStack {
  /** Least recently used first. */
  const maps = new Map<string, TraceMap>();

  async function findMapOf(script: string): Promise<TraceMap | null> {
    for (const pageDir of pageDirs) {
      const map = await readMap(join(pageDir, 'assets', `${script}.map`));
      if (map !== null) return map;
    }
    return null;
  }

  async function findMap(script: string): Promise<TraceMap | null> {
    const known = maps.get(script);
    maps.delete(script);
    const map = known ?? (await findMapOf(script));
    if (map === null) return null;
    maps.set(script, map);
    const oldest = [...maps.keys()].slice(0, Math.max(0, maps.size - errorLimits.sourceMapsCount));
    for (const name of oldest) maps.delete(name);
    return map;
  }

  async function resolveFrame({ url, line, column }: StackFrame): Promise<string | null> {
    const script = scriptPattern.exec(pathOf(url))?.[1];
    const map = script === undefined ? null : await findMap(script);
    if (map === null) return null;
    // Columns count from 1 in stacks and from 0 in source maps.
    const place = originalPositionFor(map, { line, column: column - 1 });
    if (place.source === null) return null;
    // Paths as the repository has them.
    return `${place.source.replace(/^(\.\.\/)+/, '')}:${place.line}:${place.column + 1}`;
  }

  async function resolveLine(line: string): Promise<string> {
    const frame = parseFrame(line);
    const place =
      frame === null || frame.line < 1 || frame.column < 1 ? null : await resolveFrame(frame);
    return frame === null || place === null
      ? line
      : line.replace(`${frame.url}:${frame.line}:${frame.column}`, () => place);
  }

  return async (stack) => {
    const lines: string[] = [];
    for (const line of stack.split('\n')) lines.push(await resolveLine(line));
    return lines.join('\n');
  };
}

function pathOf(url: string): string {
  return parseWebUrl(url)?.pathname ?? '';
}

async function readMap(file: string): Promise<TraceMap | null> {
  try {
    return new TraceMap(await readFile(file, 'utf8'));
  } catch {
    // Another build's script, or not a source map: leave the stack unchanged.
    return null;
  }
}
