import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { serveHostPage } from './support/host-page.ts';
import { type Exchanged, openRecordingProxy } from './support/recording-proxy.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';

/** The schemas as anyone can get them to validate messages: from the server, by address. */
async function openSchemas({ embedOrigin }: Server) {
  const listed: { name: string; url: string }[] = await (
    await fetch(`${embedOrigin}/schemas`)
  ).json();
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  const validators = new Map<string, ValidateFunction>();
  for (const { name, url } of listed)
    validators.set(name, ajv.compile(await (await fetch(url)).json()));
  const validatorOf = (name: string) => {
    const validate = validators.get(name);
    if (validate === undefined) throw new Error(`No schema is called ${name}.`);
    return validate;
  };

  return {
    /** @returns names of required fields */
    required: (name: string): string[] => Object(validatorOf(name).schema).required ?? [],
    /** @returns problems of a value against the schema with this name; empty if valid */
    problems(name: string, value: unknown) {
      const validate = validatorOf(name);
      validate(value);
      return (validate.errors ?? []).map(
        ({ instancePath, message }) => `${name}${instancePath} ${message}`,
      );
    },
  };
}

// The page that throws, and the call for a missing video.
test.use({ expectedNoise: /9lives|status of 404/ });

interface Described {
  name: string;
  value: unknown;
}

const guard = ")]}'\n";
const commands: Readonly<Record<string, string>> = {
  '/youtubei/v1/player': 'player',
  '/youtubei/v1/subscription/subscribe': 'subscribe',
  '/youtubei/v1/subscription/unsubscribe': 'unsubscribe',
  '/youtubei/v1/feedback': 'feedback',
  '/youtubei/v1/notification/modify_channel_preference': 'modify-notification-preference',
  '/youtubei/v1/browse/edit_playlist': 'edit-playlist',
  '/youtubei/v1/share/get_share_panel': 'get-share-panel',
  '/youtubei/v1/share/get_web_player_share_panel': 'get-web-player-share-panel',
};
const replies: Readonly<Record<string, string>> = {
  '/getDatasyncIdsEndpoint': 'get-datasync-ids-reply',
  '/visitor_id': 'visitor-id-reply',
};

/** An exchange's parts, each with its schema. */
function describe({ method, path, body, status, answer }: Exchanged): Described[] {
  const { pathname, searchParams } = new URL(path, 'http://player.example');
  if (status >= 400) return [{ name: 'error', value: JSON.parse(answer) }];
  if (method !== 'POST' && pathname.startsWith('/embed/')) {
    const config = /id="page-config">(.*?)<\/script>/s.exec(answer)?.[1] ?? '';
    return [{ name: 'page-config', value: JSON.parse(config) }];
  }
  const reply = () => JSON.parse(answer.slice(guard.length));
  if (replies[pathname] !== undefined) return [{ name: replies[pathname], value: reply() }];
  if (pathname.startsWith('/youtubei/v1/playlist/'))
    return [{ name: 'playlist-reply', value: reply() }];
  const command = commands[pathname];
  if (command !== undefined)
    return [
      { name: `${command}-request`, value: JSON.parse(body) },
      { name: `${command}-reply`, value: reply() },
    ];
  if (/log_event|video_stats/.test(pathname))
    return method === 'POST'
      ? [
          { name: 'log-batch', value: JSON.parse(body) },
          { name: 'log-reply', value: JSON.parse(answer) },
        ]
      : [{ name: 'stored-reply', value: JSON.parse(answer) }];
  if (pathname === '/log')
    return [
      { name: 'provider-log-batch', value: JSON.parse(body) },
      { name: 'log-reply', value: JSON.parse(answer) },
    ];
  if (pathname === '/error_204')
    return [
      {
        name: 'error-report',
        value: Object.fromEntries([...searchParams, ...new URLSearchParams(body)]),
      },
    ];
  return [];
}

test('all exchanges between a player and its server match the published schemas, and each schema rejects values that lack a required part [feature-schemas]', async ({
  page,
  server,
}) => {
  const schemas = await openSchemas(server);
  const proxy = await openRecordingProxy(server.embedOrigin);
  const shown = () => proxy.exchanged.flatMap(describe);
  await page.goto(`${proxy.origin}/embed/offstage002?autoplay=1&mute=1&list=PLoffstageplaylist`);
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
  // A visitor id is fetched, which identifies the viewer in calls.
  await expect.poll(() => shown().map(({ name }) => name)).toContain('visitor-id-reply');
  const called = await page.evaluate(async () => {
    const { offstage } = window;
    const share = { serializedSharedEntity: 'v=offstage002', includeListId: true };
    const answers = [
      await offstage.api('subscribe', { channelIds: ['UC1'] }),
      await offstage.api('unsubscribe', { channelIds: ['UC1'] }),
      await offstage.api('feedback', { feedbackTokens: ['t'], shouldMerge: true }),
      await offstage.api('modifyNotificationPreference', { params: 'UC1', secondaryParams: 'ALL' }),
      await offstage.api('editPlaylist', {
        playlistId: 'WL',
        actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage002' }],
      }),
      await offstage.api('getSharePanel', share),
      await offstage.api('getWebPlayerSharePanel', share),
      await offstage.api('getDatasyncIds', {}),
    ];
    // Another video is requested, and an event and an error are reported.
    await offstage.api('getSharePanel', { serializedSharedEntity: 'v=unknown0000' });
    offstage.log('poll_answered', { answer: ['b', null] }, { sequenceGroup: 'poll' });
    setTimeout(() => offstage.log('9lives', {}));
    return answers.map(({ ok }) => ok);
  });
  expect(called).toEqual(Array(8).fill(true));
  await page.keyboard.press('Shift+N');
  await expect.poll(() => shown().map(({ name }) => name)).toContain('player-reply');
  await expect.poll(() => shown().map(({ name }) => name)).toContain('error-report');
  await page.goto('about:blank');
  await expect.poll(() => shown().map(({ name }) => name)).toContain('provider-log-batch');

  const all = shown();
  expect([...new Set(all.map(({ name }) => name))].toSorted()).toEqual(
    expect.arrayContaining([
      ...['page-config', 'error', 'log-batch', 'log-reply', 'provider-log-batch', 'error-report'],
      ...['player', ...Object.values(commands)].flatMap((name) => [
        `${name}-request`,
        `${name}-reply`,
      ]),
      ...Object.values(replies),
    ]),
  );
  expect(all.flatMap(({ name, value }) => schemas.problems(name, value))).toEqual([]);

  const damaged = all.flatMap(({ name, value }) =>
    schemas
      .required(name)
      .map((field) => ({ name, value: { ...(value as object), [field]: undefined } })),
  );
  expect(damaged.length).toBeGreaterThan(50);
  for (const { name, value } of damaged) expect(schemas.problems(name, value)).not.toEqual([]);

  const feeds = ['events', 'log', 'errors'];
  const names = ['telemetry-event', 'telemetry-log-entry', 'telemetry-error'];
  for (const [index, feed] of feeds.entries()) {
    const text = await (await fetch(`${server.embedOrigin}/telemetry/${feed}`)).text();
    const rows = text.split('\n').filter(Boolean);
    expect(rows.length, feed).toBeGreaterThan(0);
    for (const row of rows)
      expect(schemas.problems(names[index] ?? '', JSON.parse(row))).toEqual([]);
  }
  await proxy.close();
});

test('messages from the SDK and a page without it match the server’s published schemas, and so does the returned report', async ({
  page,
  server,
}) => {
  const schemas = await openSchemas(server);
  const host = await serveHostPage(`<div id="player"></div>
    <script src="${server.embedOrigin}/iframe_api"></script>
    <script>
      window.reports = [];
      window.onYouTubeIframeAPIReady = () => {
        const events = { onReady: ({ target }) => { target.playVideo(); target.seekTo(3, true); } };
        window.player = new YT.Player('player', { videoId: 'offstage002', playerVars: { mute: 1 }, events });
      };
      addEventListener('message', ({ data }) => {
        const { event, info } = JSON.parse(data);
        if (event === 'onPerformanceReport') reports.push(info);
      });
    </script>`);
  await page.addInitScript(() => {
    if (window === window.parent) return;
    const got: unknown[] = [];
    Object.assign(window, { got });
    addEventListener('message', ({ data }) => got.push(data));
  });
  await page.goto(host.url);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('#video-player')).toHaveAttribute('data-state', 'playing');
  const budget = { blockingMs: 1_000, inpMs: null };
  expect(schemas.problems('performance-budget', budget)).toEqual([]);
  const byHand = [
    {
      event: 'command',
      func: 'addEventListener',
      args: ['onPerformanceReport'],
      id: 1,
      channel: 'widget',
    },
    { event: 'command', func: 'setPerformanceBudget', args: [budget], id: 1, channel: 'widget' },
    { context: 'player.js', version: '0.0.11', method: 'setVolume', value: 50, listener: 'a' },
  ];
  await page.evaluate((messages) => {
    const target = document.querySelector('iframe')?.contentWindow;
    for (const message of messages) target?.postMessage(JSON.stringify(message), '*');
  }, byHand);
  const reports = () => page.evaluate(() => (window as unknown as { reports: unknown[] }).reports);
  await expect.poll(async () => (await reports()).length).toBeGreaterThan(0);
  for (const report of await reports())
    expect(schemas.problems('performance-report', report)).toEqual([]);

  const got = await frame
    .locator('html')
    .evaluate(() =>
      (window as unknown as { got: unknown[] }).got.filter((data) => typeof data === 'string'),
    );
  const messages = got.map((text) => JSON.parse(`${text}`));
  expect(messages.map(({ event, func }) => func ?? event)).toEqual(
    expect.arrayContaining(['listening', 'playVideo', 'seekTo', 'setPerformanceBudget']),
  );
  for (const message of messages) {
    const name = 'method' in message ? 'player-js-message' : 'host-message';
    expect(schemas.problems(name, message)).toEqual([]);
    expect(schemas.problems(name, { ...message, event: 5, method: 5 })).not.toEqual([]);
  }
  await host.close();
});
