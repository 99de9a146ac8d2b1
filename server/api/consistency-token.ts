import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { RequestContext } from '../../shared/request-context.ts';
import { integerFrom, text } from '../../shared/schema.ts';
import { parseToken } from './parse-token.ts';

/** How long a token says that a read must not come from a copy that is behind; no copy is for so long. */
export const consistencyTokenSec = 3_600;

const tokenSchema = z.object({
  viewer: text(100),
  version: integerFrom(1),
  untilMs: integerFrom(0),
});

/**
 * Says which change of a viewer's a later read has to see. It is not signed: one that is invented makes the server read the primary,
 * and tells nothing.
 * @param version of the viewer's things after the change
 * @param nowMs Unix milliseconds
 */
export function makeConsistencyToken(viewer: string, version: number, nowMs: number): string {
  const token = { viewer: nameOf(viewer), version, untilMs: nowMs + consistencyTokenSec * 1_000 };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** @returns the highest version that the tokens name; `null` if none of them is this viewer's, whole and in time */
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
