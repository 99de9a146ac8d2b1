import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { errorLimits } from '../../shared/error-limits.ts';
import { parseFrame, type StackFrame } from '../../shared/stack-frames.ts';
import { parseWebUrl } from '../http/parse-web-url.ts';

/** @returns the stack with the places in the sources where the build's source maps know them; other lines as they are */
export type ResolveStack = (stack: string) => Promise<string>;

/** Scripts of the build, by their path; nothing else is ever opened. */
const scriptPattern = /^\/assets\/([\w.-]+\.js)$/;

/** @param pageDir the built player page; a stack of another build is not resolved, because scripts carry a hash in their name */
export function createStackResolver(pageDir: string): ResolveStack {
  /** The least recently used first. */
  const maps = new Map<string, TraceMap>();

  async function findMap(script: string): Promise<TraceMap | null> {
    const known = maps.get(script);
    maps.delete(script);
    const map = known ?? (await readMap(join(pageDir, 'assets', `${script}.map`)));
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
    // The sources as the repository names them.
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
    // Of another build, or no source map: the stack stays as it is.
    return null;
  }
}
