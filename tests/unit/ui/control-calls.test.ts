import { beforeEach, expect, test } from 'vitest';
import type { ConfigProblem } from '../../../shared/page/page-config.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { createPlayerStore } from '../../../src/player/state/player-store.ts';
import type { ServicesClient } from '../../../src/services/services-client.ts';
import { createControlCalls } from '../../../src/ui/late/commands/create-control-calls.ts';
import { makeVideo } from '../player/make-video.ts';

const own = { channelIds: ['UC1'] };

let calls: unknown[][];
let problems: ConfigProblem[];
let logged: unknown[];
/** The services' answer to a call with this metadata. */
let answer: (metadata: { apiUrl?: string } | undefined) => unknown;

beforeEach(() => {
  calls = [];
  problems = [];
  logged = [];
  answer = () => ok({ channelIds: ['UC1'] });
});

function create(commands: unknown) {
  const store = createPlayerStore();
  const video = makeVideo({ videoId: 'offstage001' }, { commands });
  store.dispatch({ type: 'video_changed', video, isCued: true, startSeconds: 0 });
  const callApi = (async (...call: unknown[]) => {
    calls.push(call);
    return answer(call[2] as { apiUrl?: string } | undefined);
  }) as unknown as ServicesClient['callApi'];
  return createControlCalls({
    store,
    services: { callApi, log: (name) => logged.push(name) },
    problems,
  });
}

test('a control sends the fields of its command, with the command’s path and click tracking [spec-7.20, spec-7.27]', async () => {
  const { call } = create({
    subscribe: {
      fields: { channelIds: ['UC2'], params: 'p' },
      apiUrl: '/youtubei/v1/x',
      clickTrackingParams: 'c',
    },
  });
  expect(await call('subscribe', { own })).toEqual(ok({ channelIds: ['UC1'] }));
  expect(calls).toEqual([
    [
      'subscribe',
      { channelIds: ['UC2'], params: 'p' },
      { apiUrl: '/youtubei/v1/x', clickTrackingParams: 'c' },
    ],
  ]);
  expect(problems).toEqual([]);
});

test.each([[undefined], [{}], [null], [7], ['x'], [[]]])(
  'a reply with the commands %j breaks nothing: the control sends its own fields',
  async (commands) => {
    const { call } = create(commands);
    expect((await call('subscribe', { own })).ok).toBe(true);
    expect(calls).toEqual([['subscribe', own]]);
  },
);

test('a command of an unknown control is reported once, and the others apply', async () => {
  const { call } = create({ fly: { fields: {} }, subscribe: { fields: { channelIds: ['UC2'] } } });
  await call('subscribe', { own });
  await call('subscribe', { own });
  expect(calls.map(([, fields]) => fields)).toEqual([
    { channelIds: ['UC2'] },
    { channelIds: ['UC2'] },
  ]);
  expect(problems).toMatchObject([{ code: 'BAD_COMMAND', field: 'playerResponse.commands.fly' }]);
  expect(logged).toEqual(['config_error']);
});

test.each([
  [7],
  [{}],
  [{ fields: [] }],
  [{ fields: {}, apiUrl: 5 }],
  [{ fields: {}, apiUrl: 'x'.repeat(4_001) }],
])(
  'the malformed command %j is reported, and the control sends its own fields',
  async (subscribe) => {
    const { call } = create({ subscribe });
    expect((await call('subscribe', { own })).ok).toBe(true);
    expect(calls).toEqual([['subscribe', own]]);
    expect(problems).toMatchObject([{ field: 'playerResponse.commands.subscribe' }]);
  },
);

test('a command that the services refuse to send is reported with the reason, and the control sends its own fields', async () => {
  answer = (metadata) =>
    metadata?.apiUrl ? err('BAD_COMMAND', 'it leads elsewhere') : ok({ channelIds: ['UC1'] });
  const { call } = create({
    subscribe: { fields: { channelIds: ['UC2'] }, apiUrl: '//evil.example/' },
  });
  expect((await call('subscribe', { own })).ok).toBe(true);
  expect(calls[1]).toEqual(['subscribe', own]);
  expect(problems).toMatchObject([{ message: 'it leads elsewhere' }]);
});

test('a request that the server refuses is not repeated in another form', async () => {
  answer = () => err('REQUEST_FAILED', 'Request failed, status=500');
  const { call } = create({ subscribe: { fields: own } });
  expect(await call('subscribe', { own })).toMatchObject({
    ok: false,
    error: { code: 'REQUEST_FAILED' },
  });
  expect(calls).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('a control without its own fields sends nothing without a command', async () => {
  const { call } = create({});
  expect(await call('reportProblem', { own: null })).toMatchObject({
    ok: false,
    error: { code: 'BAD_COMMAND' },
  });
  expect(calls).toEqual([]);
});

test('the number of reported wrong commands is limited', async () => {
  const { call } = create(
    Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x${n}`, {}])),
  );
  await call('subscribe', { own });
  expect(problems).toHaveLength(20);
});
