import { createHash } from 'node:crypto';
import * as z from 'zod';
import { integerFrom, text } from '../../shared/tools/schema.ts';
import type { RequestContext } from '../../shared/wire/request-context.ts';
import { parseToken } from './parse-token.ts';
import { tokenLimits } from './token-limits.ts';

const tokenSchema = z.object({
  viewer: text(tokenLimits.viewerMaxChars),
  version: integerFrom(1),
  untilMs: integerFrom(0),
});

/**
 * Names the viewer's change that a later read must include. The token is not signed: a forged one
 * only makes the server read the primary, and reveals nothing.
 * @param version version of the viewer's data after the change
 * @param nowMs Unix milliseconds
 */
export function makeConsistencyToken(viewer: string, version: number, nowMs: number): string {
  const token = {
    viewer: nameOf(viewer),
    version,
    untilMs: nowMs + tokenLimits.consistencySec * 1_000,
  };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/**
 * @returns the highest version in the tokens; `null` if no token is intact, current and this
 * viewer's
 */
export function readConsistencyTokens(
  jars: RequestContext['request']['consistencyTokenJars'],
  viewer: string,
  nowMs: number,
): number | null {
  const versions = (jars ?? []).flatMap(({ encryptedTokenJarContents }) => {
    const token = parseToken(tokenSchema, encryptedTokenJarContents);
    return token !== null && token.viewer === nameOf(viewer) && token.untilMs > nowMs
      ? [token.version]
      : [];
  });
  return versions.length === 0 ? null : Math.max(...versions);
}

/** Tells viewers apart without naming them. */
function nameOf(viewer: string): string {
  return createHash('sha256').update(`consistency ${viewer}`).digest('base64url').slice(0, 16);
}
