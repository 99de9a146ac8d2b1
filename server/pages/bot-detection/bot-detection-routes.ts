import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { caching } from '../../http/caching.ts';
import type { ServerEnv } from '../../http/server-env.ts';

/** Path of the bot detection's script on this server. */
export const botDetectionPath = '/bot-detection/botd.js';

/**
 * `GET /bot-detection/botd.js`: BotD, in the form that the player expects of a bot detection
 * script. The file is read on the first request.
 */
export function createBotDetectionRoutes(): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  let script: Promise<string> | null = null;
  routes.get(botDetectionPath, async (context) => {
    script ??= wrapBotd();
    return context.body(await script, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': caching.file,
    });
  });
  return routes;
}

/**
 * One classic script with one function. BotD's own statistics are off, because they would report
 * this page to its vendor.
 */
async function wrapBotd(): Promise<string> {
  const botd = await readFile(fileURLToPath(import.meta.resolve('@fingerprintjs/botd')), 'utf8');
  return `(() => {
const exports = {};
${botd}
globalThis.offstageBotDetection = async () => (await exports.load({ monitoring: false })).detect();
})();
`;
}
