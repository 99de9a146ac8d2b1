import { apiCalls } from '../../../../shared/wire/api-calls.ts';
import { visitorIdPath } from '../../../../shared/wire/visitor-id-path.ts';
import { expectPublished } from './expect-published.ts';

const guard = ")]}'\n";

/** The published schema of each interface's reply, by the path below `/youtubei/v1/`. */
const replySchemas: Readonly<Record<string, string>> = {
  player: 'player-reply',
  playlist: 'playlist-reply',
  [visitorIdPath]: 'visitor-id-reply',
  ...Object.fromEntries(
    Object.entries(apiCalls).map(([command, { path }]) => [
      path,
      `${command.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-reply`,
    ]),
  ),
};

/**
 * @param path of the call; the reply must match the published schema exactly
 * @returns a reply of the API without its XSSI prefix; refusals have none
 */
export function parseApiReply(text: string, path: string) {
  const name = path.replace(/\?.*/, '').replace(/^\/youtubei\/v1\//, '');
  const schema = replySchemas[name] ?? replySchemas[name.replace(/\/[^/]*$/, '')];
  if (schema === undefined) throw new Error(`${path} is no path of the API.`);
  if (text.startsWith(guard)) {
    const reply = JSON.parse(text.slice(guard.length));
    expectPublished(schema, reply);
    return reply;
  }
  const json = JSON.parse(text);
  if (json?.error === undefined)
    throw new Error(`A reply without its guard: ${text.slice(0, 100)}`);
  expectPublished('error', json);
  return json;
}
