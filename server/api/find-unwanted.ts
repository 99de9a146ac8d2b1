import type { HonoRequest } from 'hono';
import { visitorIdSchema } from '../../shared/telemetry/log-batch.ts';
import { fits } from '../../shared/tools/schema.ts';
import type { ViewerStore } from '../store/viewer-store.ts';
import { keptFeedback } from './feedback-token.ts';

const beginning = keptFeedback({ kind: 'not_interested', videoId: '' });

/**
 * @returns ids of the videos that the viewer does not want suggested; empty without a viewer id,
 * and while the store does not answer
 */
export async function findUnwanted(
  request: Pick<HonoRequest, 'header'>,
  viewers: Pick<ViewerStore, 'feedbackOf'>,
): Promise<ReadonlySet<string>> {
  const viewer = request.header('X-Visitor-Id');
  if (!fits(visitorIdSchema, viewer)) return new Set();
  const given = await viewers.feedbackOf(viewer, beginning);
  return new Set(given.ok ? given.value.map((token) => token.slice(beginning.length)) : []);
}
