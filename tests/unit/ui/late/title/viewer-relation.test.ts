import { beforeEach, expect, test } from 'vitest';
import { err, ok } from '../../../../../shared/tools/result.ts';
import {
  createPlayerStore,
  type PlayerStore,
} from '../../../../../src/player/state/player-store.ts';
import type { ServicesClient } from '../../../../../src/services/services-client.ts';
import { createControlCalls } from '../../../../../src/ui/late/commands/create-control-calls.ts';
import {
  createViewerRelation,
  type ViewerRelation,
} from '../../../../../src/ui/late/title/viewer-relation.ts';
import { until } from '../../../../support/until.ts';
import { makeVideo } from '../../../player/make-video.ts';

const channel = { id: 'UC1', name: 'Offstage' };

let store: PlayerStore;
let calls: unknown[];
let failed: string[];
let answer: PromiseWithResolvers<unknown>;

beforeEach(() => {
  store = createPlayerStore();
  calls = [];
  failed = [];
  answer = Promise.withResolvers();
});

function create(isSignedIn = true, reported: unknown = undefined): ViewerRelation {
  const callApi = (async (command: string, fields: unknown) => {
    calls.push([command, fields]);
    return answer.promise;
  }) as unknown as ServicesClient['callApi'];
  const relation = createViewerRelation({
    store,
    isSignedIn,
    call: createControlCalls({ store, services: { callApi, log: () => undefined }, problems: [] })
      .call,
    services: {
      getVideo: async (videoId, _report, isOfViewer) => {
        calls.push(['getVideo', videoId, isOfViewer]);
        return ok(makeVideo({ videoId }, { viewer: reported }));
      },
    },
    onFailure: (what) => failed.push(what),
  });
  relation.subscribe(() => {});
  return relation;
}

function show(viewer: unknown, shown: unknown = channel, videoId = 'offstage001'): void {
  const video = makeVideo({ videoId, channel: shown }, { viewer });
  store.dispatch({ type: 'video_changed', video, isCued: true, startSeconds: 0 });
}

test('a subscription changes when the API has answered, and not before [feature-channel]', async () => {
  const relation = create();
  show({ isSignedIn: true, isSubscribed: false });
  relation.toggle('isSubscribed');
  relation.toggle('bell');
  expect(relation.getState()).toMatchObject({
    pending: 'isSubscribed',
    viewer: { isSubscribed: false },
  });
  answer.resolve(ok({ channelIds: ['UC1', 'UC2'] }));
  await until(() => relation.getState().pending === null);
  expect(relation.getState().viewer).toEqual({ isSignedIn: true, isSubscribed: true });
  // Requests during another change are ignored.
  expect(calls).toEqual([['subscribe', { channelIds: ['UC1'] }]]);
  expect(failed).toEqual([]);
});

test.each([
  ['isSubscribed', ['unsubscribe', { channelIds: ['UC1'] }], { channelIds: [] }],
  [
    'bell',
    ['modifyNotificationPreference', { params: 'UC1', secondaryParams: 'NONE' }],
    { secondaryParams: 'NONE' },
  ],
  [
    'isInWatchLater',
    [
      'editPlaylist',
      {
        playlistId: 'WL',
        actions: [{ action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: 'offstage001' }],
      },
    ],
    { videoIds: [] },
  ],
] as const)('%s is undone by its own call', async (what, call, reply) => {
  const relation = create();
  show({ isSignedIn: true, isSubscribed: true, bell: true, isInWatchLater: true });
  relation.toggle(what);
  answer.resolve(ok(reply));
  await until(() => relation.getState().pending === null);
  expect(relation.getState().viewer?.[what]).toBe(false);
  expect(calls).toEqual([call]);
});

test.each([
  ['fails', err('REQUEST_FAILED', 'none')],
  ['reports the old state', ok({ videoIds: ['offstage009'] })],
])('where the API %s the state stays, and the viewer is informed', async (_, reply) => {
  const relation = create();
  show({ isSignedIn: true, isInWatchLater: false });
  relation.toggle('isInWatchLater');
  answer.resolve(reply);
  await until(() => failed.length > 0);
  await until(() => relation.getState().pending === null);
  expect(relation.getState().viewer?.isInWatchLater).toBe(false);
  expect(failed).toEqual(['isInWatchLater']);
});

test('an answer for the previous video does not change the current one', async () => {
  const relation = create();
  show({ isSignedIn: true, isSubscribed: false });
  relation.toggle('isSubscribed');
  show({ isSignedIn: true, isSubscribed: false }, { id: 'UC2', name: 'Other' }, 'offstage002');
  answer.resolve(ok({ channelIds: ['UC1'] }));
  await answer.promise;
  await Promise.resolve();
  expect(relation.getState()).toMatchObject({
    channel: { id: 'UC2' },
    viewer: { isSubscribed: false },
  });
});

test('a page that was made without the viewer’s identity asks once, and waits for their id', async () => {
  const relation = create(true, { isSignedIn: true, bell: true });
  show(undefined);
  await until(() => relation.getState().viewer !== null);
  expect(relation.getState().viewer).toEqual({ isSignedIn: true, bell: true });
  expect(calls).toEqual([['getVideo', 'offstage001', true]]);
});

test.each([
  [{ id: '', name: 'X' }, { isSignedIn: 'yes' }],
  [{ id: 'UC1', name: 'X', url: 'javascript:alert(1)' }, null],
  ['UC1', []],
])('malformed parts %j and %j count as missing', (shown, viewer) => {
  const relation = create(false);
  show(viewer, shown);
  expect(relation.getState()).toEqual({ channel: null, viewer: null, pending: null });
  relation.toggle('isSubscribed');
  expect(calls).toEqual([]);
});
