import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCueRanges } from '../../../src/bridge/cue-ranges.ts';
import { apiInterface, findCommand } from '../../../src/bridge/host-commands.ts';
import { parseHostJson, parseHostMessage } from '../../../src/bridge/host-message.ts';
import {
  isPlayerJsMessage,
  parsePlayerJsMessage,
} from '../../../src/bridge/player-js/player-js-message.ts';
import { initialPlayerState } from '../../../src/player/state/player-state.ts';
import { createPlayerStore } from '../../../src/player/state/player-store.ts';
import { fuzzParameters, fuzzPatience } from '../../fuzz/support/fuzz.ts';
import { english, spanish } from '../player/make-video.ts';
import { keepsContract } from './controller-contract.ts';
import { startBoundHost } from './fake-host.ts';
import { argLists, names, values } from './host-arbitraries.ts';
import { createRecordingController } from './recording-controller.ts';

const runs = fuzzParameters;

test(
  'for any function with any arguments, the controller gets only valid values [threat-host-messages]',
  fuzzPatience,
  () => {
    const state = {
      ...initialPlayerState,
      captionTracks: [english, spanish],
      qualities: [{ id: '0', height: 720, bitrate: 1 }],
    };
    fc.assert(
      fc.property(names, argLists, (func, args) => {
        const { controller, calls } = createRecordingController();
        const target = {
          controller,
          store: createPlayerStore(),
          getState: () => state,
          cueRanges: createCueRanges(),
          languages: () => ['en'],
          diagnose: () => {},
          setConsent: () => {},
          notify: () => {},
          sentCount: 0,
          measure: () => {},
          forgetHost: () => {},
        };
        findCommand(func)?.run(target, args);
        expect(calls.filter((call) => !keepsContract(call))).toEqual([]);
      }),
      runs,
    );
  },
);

test(
  'any message through the wire, in both protocols, throws nothing and is answered with JSON of the wire',
  fuzzPatience,
  () => {
    const { protocols, postRaw, calls, host } = startBoundHost();
    const methods = fc.oneof(
      fc.constantFrom('play', 'setVolume', 'setCurrentTime', 'setLoop', 'addEventListener'),
      names,
    );
    const messages = fc.oneof(
      fc.record({
        event: fc.constant('command'),
        func: names,
        args: fc.oneof(argLists, values),
        id: values,
      }),
      fc.record({ event: fc.oneof(fc.constant('listening'), fc.string()), id: values }),
      fc.record({
        context: fc.constant('player.js'),
        method: methods,
        value: values,
        listener: values,
      }),
      values,
    );
    fc.assert(
      fc.property(messages, (message) => {
        const [called, received] = [calls.length, host.texts.length];
        postRaw(toJson(message));
        expect(calls.slice(called).filter((call) => !keepsContract(call))).toEqual([]);
        for (const text of host.texts.slice(received)) {
          const shown: unknown = JSON.parse(text);
          if (!(shown instanceof Object && 'context' in shown))
            expect(shown).toMatchObject({ channel: 'widget' });
        }
      }),
      runs,
    );
    expect(protocols.diagnose().origin).not.toBeUndefined();
  },
);

/** `undefined` for values without JSON. */
function toJson(value: unknown): unknown {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

test(
  'no data makes the parsers throw, and parsed values have their declared types',
  fuzzPatience,
  () => {
    const keys = [
      'event',
      'func',
      'args',
      'id',
      'context',
      'method',
      'value',
      'listener',
      '__proto__',
    ];
    const objects = fc.dictionary(
      fc.constantFrom(...keys),
      fc.oneof(fc.jsonValue(), fc.string(), fc.constant('player.js')),
    );
    const data = fc.oneof(
      fc.string(),
      fc.json(),
      objects.map((object) => JSON.stringify(object)),
      fc.anything(),
    );
    fc.assert(
      fc.property(data, (text) => {
        const json = parseHostJson(text);
        if (typeof json === 'string') return;
        const isCall = isPlayerJsMessage(json);
        const message = parseHostMessage(json);
        const call = parsePlayerJsMessage(json);
        expect(typeof isCall).toBe('boolean');
        if (message !== null) {
          expect([typeof message.event, typeof message.func]).toEqual(['string', 'string']);
          expect(Array.isArray(message.args)).toBe(true);
          expect(['string', 'number', 'object']).toContain(typeof message.id);
        }
        if (call !== null) {
          expect(typeof call.method).toBe('string');
          expect(call.listener === null || typeof call.listener === 'string').toBe(true);
        }
      }),
      runs,
    );
  },
);

test('JSON that is 50,000 deep is read or refused, without an exception', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const { postRaw, calls } = startBoundHost();
  postRaw(deep);
  for (const func of apiInterface) postRaw(`{"event":"command","func":"${func}","args":${deep}}`);
  for (const func of apiInterface)
    postRaw(
      `{"event":"command","func":"${func}","args":[${deep},${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}]}`,
    );
  postRaw(`{"event":"listening","id":${deep}}`);
  postRaw(`{"context":"player.js","method":"setVolume","value":${deep}}`);
  postRaw(`{"context":"player.js","method":"addEventListener","value":${deep},"listener":${deep}}`);
  expect(calls.filter((call) => !keepsContract(call))).toEqual([]);
});

test('a text of a million characters is refused unread [threat-host-messages]', () => {
  const { postRaw, refusals } = startBoundHost();
  postRaw('x'.repeat(1_000_000));
  postRaw(`{"event":"command","func":"mute","args":["${'x'.repeat(1_000_000)}"]}`);
  expect(refusals()).toEqual({ TOO_LONG: 2 });
});

test('no message changes the prototype of objects', () => {
  const before = [Object.prototype, Array.prototype, Function.prototype].map((proto) =>
    Reflect.ownKeys(proto),
  );
  const { postRaw } = startBoundHost();
  const evil =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}}';
  const paths = ['__proto__', 'constructor', 'constructor.prototype', 'captions'];
  for (const func of [...apiInterface, ...paths]) {
    for (const args of [
      evil,
      `[${evil}]`,
      `[${evil},${evil},${evil}]`,
      ...paths.map((path) => `["${path}","${path}",${evil}]`),
    ])
      postRaw(`{"event":"command","func":"${func}","args":${args},"__proto__":{"polluted":1}}`);
  }
  for (const method of ['addEventListener', 'removeEventListener', 'setVolume', ...paths]) {
    postRaw(
      `{"context":"player.js","method":"${method}","value":"__proto__","listener":"__proto__"}`,
    );
    postRaw(`{"context":"player.js","method":"${method}","value":${evil}}`);
  }
  expect(
    [Object.prototype, Array.prototype, Function.prototype].map((proto) => Reflect.ownKeys(proto)),
  ).toEqual(before);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
