import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { apiCalls } from '../../../shared/wire/api-calls.ts';
import type { Flood } from '../flood.ts';
import { atPace } from './at-pace.ts';
import { post } from './post.ts';

const recipePerSec = 2;
/** 0.8 MB in total, the most that one request may hold. */
const tokens = { count: 190, chars: 4_000 };

/** M6: repeated feedback of 0.8 MB, from invented viewer ids and without an id. */
export const feedback: Flood = async (target) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const count = { requests: 0, sentBytes: 0, statuses: {} };
  const context = {
    client: { clientName: 'attack', clientVersion: '1', hl: 'en' },
    user: { enableSafetyMode: false, lockedSafetyMode: false },
    request: {},
    adSignalsInfo: { params: [] },
    clickTracking: {},
  };
  await atPace(recipePerSec * target.scale, target.forMs, () => {
    const feedbackTokens = Array.from({ length: tokens.count }, () =>
      randomBytes(tokens.chars / 2).toString('hex'),
    );
    const body = Buffer.from(JSON.stringify({ context, feedbackTokens }));
    const headers = {
      'Content-Type': 'application/json',
      ...(count.requests % 2 === 1 && { 'X-Visitor-Id': randomBytes(16).toString('hex') }),
    };
    return post(
      target,
      { agent, path: `/youtubei/v1/${apiCalls.feedback.path}`, headers, body },
      count,
    );
  });
  agent.destroy();
  return count;
};
