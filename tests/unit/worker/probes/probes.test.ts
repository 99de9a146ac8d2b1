import { expect, test } from 'vitest';
import { readProbeSettings } from '../../../../worker/probes/probe-settings.ts';
import { startProbes } from '../../../../worker/probes/probes.ts';
import { createFakeClock, settlePromises } from '../../fake-clock.ts';

const origin = 'https://embed.example';

test('probe URLs may be paths of the embed’s origin or absolute', () => {
  const given = { botDetection: '/bot-detection/botd.js', adStatus: 'https://ads.example/a.js?b' };
  expect(readProbeSettings(given, origin)).toEqual({
    settings: {
      botDetection: 'https://embed.example/bot-detection/botd.js',
      adStatus: 'https://ads.example/a.js?b',
    },
    problems: [],
  });
});

test.each([
  ['javascript:alert(1)'],
  ['data:text/javascript,1'],
  ['https://'],
  [''],
  ['x'.repeat(2_001)],
  [true],
  [null],
  [{}],
])('%j is not a script URL, and only this probe is off', (adStatus) => {
  expect(readProbeSettings({ adStatus, botDetection: '/botd.js' }, origin)).toEqual({
    settings: { adStatus: null, botDetection: 'https://embed.example/botd.js' },
    problems: [{ field: 'adStatus', message: expect.any(String) }],
  });
});

test.each([null, 5, 'x', []])('the setting %j turns all probes off', (value) => {
  const { settings, problems } = readProbeSettings(value, origin);
  expect(settings).toEqual({ adStatus: null, botDetection: null });
  expect(problems).toHaveLength(1);
});

/** Probes on a network that never answers. */
function start(probes: unknown) {
  const clock = createFakeClock();
  const done: unknown[] = [];
  const started = startProbes({
    world: {
      fetch: async (input, init) => {
        done.push(`fetch ${input}`);
        return new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error())),
        );
      },
      clock,
      origin,
      probes,
    },
    postNews: (news) => done.push(news),
    logToProvider: (kind, fields) => done.push([kind, fields]),
  });
  return { started, clock, done };
}

test('a malformed setting turns its probe off and is reported to the provider; the other probe runs', () => {
  const { done, started } = start({ botDetection: 'javascript:1', adStatus: '/ads.js' });
  expect(done).toEqual([
    [
      'probe_settings_malformed',
      { message: expect.stringMatching(/^botDetection: .*javascript:1/) },
    ],
    'fetch https://embed.example/ads.js',
  ]);
  expect(started.findingsFor('a')).toEqual({ adStatus: null, attestation: null });
  started.dispose();
});

test('a provider’s script that takes 5 s gives the ad status 3, which later calls carry', async () => {
  const { done, started, clock } = start({ adStatus: 'https://ads.example/a.js' });
  expect(started.findingsFor('a')).toEqual({ adStatus: null, attestation: null });
  await clock.advanceAsync(5_000);
  expect(started.findingsFor('a')).toEqual({ adStatus: 3, attestation: null });
  await settlePromises();
  expect(done).toEqual([
    'fetch https://ads.example/a.js',
    ['ad_status', { dclkstat: 3, tookMs: 5_000 }],
  ]);
});

test('disposing ends the probes without a report or a timer', async () => {
  const { done, started, clock } = start({ adStatus: '/ads.js' });
  started.dispose();
  await settlePromises();
  expect(done).toEqual(['fetch https://embed.example/ads.js']);
  expect(clock.timerCount).toBe(0);
});
