import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { caching } from '../http/caching.ts';
import type { ServerEnv } from '../http/server-env.ts';

/** Where this server has the bot detection's script. */
export const botDetectionPath = '/bot-detection/botd.js';

/** `GET /bot-detection/botd.js`: BotD as the script of a bot detection that the player asks for. Read with the first request. */
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

/** One classic script with one function; without BotD's own statistics, which would tell its maker of this page. */
async function wrapBotd(): Promise<string> {
  const botd = await readFile(fileURLToPath(import.meta.resolve('@fingerprintjs/botd')), 'utf8');
  return `(() => {
const exports = {};
${botd}
globalThis.offstageBotDetection = async () => (await exports.load({ monitoring: false })).detect();
})();
`;
}
