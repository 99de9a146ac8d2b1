import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import type { Flood } from '../flood.ts';
import { atPace } from './at-pace.ts';
import { post } from './post.ts';

const recipePerSec = 10;
/** Letters of the stack: one line in which each letter looks like the start of an address. */
const stackChars = 3_900;

/** M7: error reports whose stack is one long line of letters. */
export const longStacks: Flood = async (target) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const count = { requests: 0, sentBytes: 0, statuses: {} };
  const query = new URLSearchParams({
    a: 'logerror',
    t: 'jserror',
    type: 'Error',
    msg: 'x',
    line: '1',
    level: 'ERROR',
    'client.name': 'attack',
  });
  await atPace(recipePerSec * target.scale, target.forMs, () => {
    const fields = new URLSearchParams({
      id: randomBytes(16).toString('hex'),
      sid: randomBytes(16).toString('hex'),
      timeMs: '1',
      source: 'page',
      stack: 'a'.repeat(stackChars),
      'client.version': '1',
      params: '{}',
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = Buffer.from(fields.toString());
    return post(target, { agent, path: `/error_204?${query}`, headers, body }, count);
  });
  agent.destroy();
  return count;
};
