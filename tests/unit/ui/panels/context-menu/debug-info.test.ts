import { expect, test } from 'vitest';
import { noDrops } from '../../../../../shared/rpc/loss-accounting.ts';
import type { Diagnosis } from '../../../../../src/diagnosis/diagnose.ts';
import { initialPlayerState } from '../../../../../src/player/state/player-state.ts';
import { debugInfo } from '../../../../../src/ui/panels/context-menu/debug-info.ts';

const diagnosis: Diagnosis = {
  version: '1.0.0',
  host: { origin: 'https://where-the-viewer-is.example', refusals: { NOT_JSON: 2 } },
  player: { videoId: 'offstage001', state: 1, error: null, engine: 'hls.js', isFramed: true },
  services: {
    place: 'worker',
    queue: 'indexeddb',
    queueDenied: null,
    isOnline: true,
    sendingFailure: null,
    consent: 'granted',
  },
  performance: null,
  denied: [{ name: 'locks', cause: 'Browsers have them with https only.' }],
  configProblems: [],
  configs: null,
  loss: { created: 1, delivered: 1, queued: 0, dropped: noDrops() },
};

test('debug info describes the player’s state, without the viewer, the page or other context [feature-context-menu]', () => {
  const playlist = {
    listId: 'PLprivate',
    videoIds: ['offstage001', 'offstage009'],
    index: 1,
    places: [0, 1],
  };
  const state = { ...initialPlayerState, playlist, currentTime: 12, title: 'A title' };
  const text = debugInfo(diagnosis, state);
  expect(JSON.parse(text)).toMatchObject({
    version: '1.0.0',
    host: { refusals: { NOT_JSON: 2 } },
    player: { videoId: 'offstage001', engine: 'hls.js' },
    denied: [{ name: 'locks' }],
    loss: { created: 1 },
    state: { currentTime: 12, playlist: { index: 1, count: 2 } },
  });
  for (const personal of ['where-the-viewer-is', 'PLprivate', 'offstage009'])
    expect(text).not.toContain(personal);
});
