import { logEndpoints, providerLogPath } from '../../../shared/telemetry/log-event.ts';
import { type ApiCommand, apiCalls } from '../../../shared/wire/api-calls.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { startLoad } from '../../support/start-load.ts';
import { until } from '../../support/until.ts';

const documents = 8;

/** Commands for the API, all by one viewer. */
const context = {
  client: { clientName: 'load', clientVersion: '1', hl: 'en' },
  user: { enableSafetyMode: false, lockedSafetyMode: false },
  request: {},
  adSignalsInfo: { params: [] },
  clickTracking: {},
};
const viewer = 'the-viewer';

/**
 * Fills every table of a store with requests as pages send them.
 * @returns event count of each document
 */
export async function fillStore(
  server: ServerProcess,
  eventsAtLeast: number,
): Promise<Map<string, number>> {
  const load = startLoad(server.embedOrigin, { documents, eventsPerBatch: 100 });
  await until('there is enough', () => load.acknowledged() >= eventsAtLeast);
  await load.finish();
  const sid = 'a-document-with-bad-events';
  const event = {
    name: 'note',
    payload: { text: 'Ünï\u0000cödé' },
    eventTimeMs: 1,
    context: { lastActivityMs: -1 },
  };
  const batch = {
    context: { client: { clientName: 'load', clientVersion: '1', hl: 'en' } },
    sid,
    requestTimeMs: 1,
    serializedClientEventId: 'once',
    // 1 and 5 are valid, 2 and 3 are refused, and 4 is missing.
    events: [{ seq: 1, ...event }, { seq: 2 }, { seq: 3 }, { seq: 5, ...event }],
  };
  // The second request repeats the first.
  for (let time = 0; time < 2; time += 1) await send(server, logEndpoints.log_event, batch);
  await send(server, logEndpoints.log_event, { sid: 'bad' });
  const entries = [1, 2, 3].map((n) => ({
    n,
    kind: 'events_lost',
    timeMs: n,
    fields: { count: n },
  }));
  const { events: _, serializedClientEventId: __, ...envelope } = batch;
  await send(server, providerLogPath, { ...envelope, droppedCount: 7, entries });
  for (const n of [1, 2]) await reportError(server, `report-0123456789-${n}`);
  await command(server, 'subscribe', { channelIds: ['one', 'two'] });
  await command(server, 'unsubscribe', { channelIds: ['one'] });
  await command(server, 'feedback', {
    feedbackTokens: ['good', 'good'],
    isFeedbackTokenUnencrypted: true,
  });
  await command(server, 'modifyNotificationPreference', { params: 'two', secondaryParams: 'ALL' });
  await editWatchLater(server, 'ACTION_ADD_VIDEO', 'offstage001');
  await editWatchLater(server, 'ACTION_ADD_VIDEO', 'offstage002');
  const counts = load.senders.map((sender) => [sender.sid, sender.acknowledged()] as const);
  return new Map([...counts, [sid, 2]]);
}

export function editWatchLater(
  server: ServerProcess,
  action: 'ACTION_ADD_VIDEO' | 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID',
  videoId: string,
): Promise<string> {
  const field = action === 'ACTION_ADD_VIDEO' ? 'addedVideoId' : 'removedVideoId';
  return command(server, 'editPlaylist', {
    playlistId: 'WL',
    actions: [{ action, [field]: videoId }],
  });
}

/** @returns the text of the answer, whatever its status */
async function send(server: ServerProcess, path: string, body: unknown): Promise<string> {
  return (
    await fetch(`${server.embedOrigin}${path}`, { method: 'POST', body: JSON.stringify(body) })
  ).text();
}

async function command(server: ServerProcess, name: ApiCommand, fields: object): Promise<string> {
  const response = await fetch(
    `${server.embedOrigin}/youtubei/v1/${apiCalls[name].path}?alt=json`,
    {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Visitor-Id': viewer,
        'X-Bootstrap-Logged-In': 'true',
      },
      body: JSON.stringify({ context, ...fields }),
    },
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} was answered with ${response.status}: ${text}`);
  return text.replace(/^\)\]\}'/, '');
}

async function reportError(server: ServerProcess, id: string): Promise<void> {
  const query = new URLSearchParams({
    a: 'logerror',
    t: 'jserror',
    type: 'TypeError',
    msg: 'x',
    line: '1',
    level: 'ERROR',
    'client.name': 'load',
  });
  const fields = new URLSearchParams({
    id,
    sid: 'document-0123456789',
    timeMs: '5',
    source: 'page',
    stack: 'TypeError: x\n    at f (http://localhost/assets/page-abc.js:1:5)',
    'client.version': '1',
    params: '{}',
  });
  const response = await fetch(`${server.embedOrigin}/error_204?${query}`, {
    method: 'POST',
    body: fields.toString(),
  });
  if (response.status !== 204)
    throw new Error(`The error report was answered with ${response.status}`);
}
