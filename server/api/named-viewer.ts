import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { visitorIdSchema } from '../../shared/telemetry/log-batch.ts';
import type { Failure } from '../../shared/tools/result.ts';
import { fits } from '../../shared/tools/schema.ts';

export const badViewer: Failure = {
  code: 'BAD_VISITOR_ID',
  message:
    'X-Visitor-Id must have 1 to 200 visible ASCII characters; correct it, or leave out the header.',
};

export const noViewer: Failure = {
  code: 'NO_VISITOR_ID',
  message:
    'This call reads or changes a viewer’s data and needs X-Visitor-Id; send it with the viewer’s consent.',
};

/** @returns '' without the header, `null` for a malformed name */
export function viewerOf(context: Context): string | null {
  const name = context.req.header('X-Visitor-Id');
  if (name === undefined) return '';
  return fits(visitorIdSchema, name) ? name : null;
}

/** A name for the viewer's data that does not reveal the viewer's id. */
export function datasyncIdOf(viewer: string): string {
  return createHash('sha256').update(`datasync ${viewer}`).digest('hex').slice(0, 32);
}
