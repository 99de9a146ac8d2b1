import * as v from 'valibot';
import { type PageConfig, pageConfigElementId, pageConfigSchema } from '../shared/page-config.ts';
import { rawArgsFromUrl } from '../shared/player-args.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { firstIssue } from '../shared/schema.ts';

/** The config that the server wrote into the page; without one, what the page's own address says. */
export function readPageConfig(document: Document, location: Location): unknown {
  const text = document.getElementById(pageConfigElementId)?.textContent?.trim();
  if (!text) return { args: rawArgsFromUrl(location.pathname, new URLSearchParams(location.search)) };
  try {
    return JSON.parse(text);
  } catch {
    // `parsePageConfig` refuses it, and the viewer sees why.
    return null;
  }
}

export function parsePageConfig(value: unknown): Result<PageConfig, 'BAD_CONFIG'> {
  const parsed = v.safeParse(pageConfigSchema, value);
  return parsed.success
    ? ok(parsed.output)
    : err('BAD_CONFIG', `The page config does not fit its schema: ${firstIssue(parsed.issues)}`);
}
