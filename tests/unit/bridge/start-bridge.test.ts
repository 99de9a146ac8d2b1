import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bridgeLimits } from '../../../shared/limits/bridge-limits.ts';
import type { HostProtocolsDeps } from '../../../src/bridge/host-protocols.ts';
import { startBridge } from '../../../src/bridge/start-bridge.ts';
import { settlePromises } from '../fake-clock.ts';
import { createTestDeps } from './fake-host.ts';
import { embedUrl, type FakeWindow, messageEvent, stubPage } from './fake-page.ts';

const protocolsPath = '../../../src/bridge/host-protocols.ts';

afterEach(() => void vi.doUnmock(protocolsPath));

/** The bridge as the page starts it: its protocols load as a separate script. */
function startPage({
  deps = {},
  isFramed = true,
}: {
  deps?: Partial<HostProtocolsDeps>;
  isFramed?: boolean;
} = {}) {
  const { host, events } = stubPage(isFramed);
  const known = createTestDeps();
  const bridge = startBridge({ ...known.deps, ...deps });
  onTestFinished(() => bridge.dispose());
  return {
    ...known,
    bridge,
    host,
    post: (message: object) => events.dispatchEvent(messageEvent(host, JSON.stringify(message))),
    postRaw: (data: unknown) => events.dispatchEvent(messageEvent(host, data)),
  };
}

const listening = { event: 'listening', id: 1 };
const command = (func: string) => ({ event: 'command', func, args: [] });
const receivedBy = (host: FakeWindow) => host.texts.map((text) => JSON.parse(text).event as string);
/** Until the protocols' script has loaded. */
const receivedUntil = (host: FakeWindow, ...expected: string[]) =>
  expect.poll(() => receivedBy(host)).toEqual(expected);

describe('a page with the host API', () => {
  test('answers a host that was there before the player and before the protocols', async () => {
    const { bridge, host, post } = startPage();
    post(listening);
    expect(receivedBy(host)).toEqual([]);
    bridge.setReady();
    await receivedUntil(host, 'ready', 'initialDelivery', 'onReady');
  });

  test('runs commands from before the protocols in order, once the player is ready', async () => {
    const { bridge, host, post, calls } = startPage();
    post(listening);
    post(command('mute'));
    post(command('playVideo'));
    bridge.setReady();
    await receivedUntil(host, 'ready', 'initialDelivery', 'onReady');
    expect(calls).toEqual([['mute'], ['play']]);
    expect(bridge.diagnose()).toEqual({ origin: 'https://host.example', refusals: {} });
  });

  test('answers a host that comes late', async () => {
    const { bridge, host, post } = startPage();
    bridge.setReady();
    await vi.dynamicImportSettled();
    post(listening);
    await receivedUntil(host, 'ready', 'initialDelivery', 'onReady');
  });

  test('keeps a limited number of messages while it waits', async () => {
    const { bridge, postRaw } = startPage();
    for (let index = 0; index < bridgeLimits.waitingMaxCount + 5; index += 1) postRaw('{}');
    expect(bridge.diagnose()).toEqual({ origin: null, refusals: {} });
    await expect
      .poll(() => bridge.diagnose().refusals)
      .toEqual({ NOT_A_MESSAGE: bridgeLimits.waitingMaxCount });
  });

  test('keeps no unreadable messages, and a limited amount of text', async () => {
    const { bridge, postRaw } = startPage();
    for (const data of [7, { large: 'x'.repeat(1_000) }, null]) postRaw(data);
    const text = `"${'x'.repeat(bridgeLimits.waitingMaxChars / 10 - 2)}"`;
    for (let index = 0; index < 20; index += 1) postRaw(text);
    await expect.poll(() => bridge.diagnose().refusals).toEqual({ NOT_JSON: 10 });
  });

  test('counts what a host sends as an object, also from before the protocols', async () => {
    const { bridge, postRaw } = startPage();
    for (const data of [listening, command('mute'), { method: 'play' }]) postRaw(data);
    // Messages of frameworks and extensions.
    for (const data of [{ type: 'ping' }, { source: 'devtools', payload: listening }])
      postRaw(data);
    await expect.poll(() => bridge.diagnose().refusals).toEqual({ NOT_A_STRING: 3 });
  });

  test('keeps a limited number of objects, without their content', async () => {
    const { bridge, postRaw } = startPage();
    for (let index = 0; index < bridgeLimits.waitingMaxCount + 5; index += 1) postRaw(listening);
    await expect
      .poll(() => bridge.diagnose().refusals)
      .toEqual({ NOT_A_STRING: bridgeLimits.waitingMaxCount });
  });

  test('knows the origin of the last message that it refused', async () => {
    const { bridge, postRaw } = startPage({ deps: { origin: 'https://other.example' } });
    postRaw('{}');
    await expect
      .poll(() => bridge.diagnose())
      .toEqual({
        origin: null,
        refusals: { WRONG_ORIGIN: 1 },
        refusedOrigin: 'https://host.example',
      });
  });

  test('that ends before the protocols load never answers', async () => {
    const { bridge, host, post, calls } = startPage();
    bridge.setReady();
    post(listening);
    post(command('playVideo'));
    bridge.dispose();
    await vi.dynamicImportSettled();
    await settlePromises();
    expect([receivedBy(host), calls]).toEqual([['ready'], []]);
  });

  test('whose protocols fail to load tries again with the next message, and runs both', async () => {
    const isHere = { current: false };
    vi.resetModules();
    vi.doMock(protocolsPath, async (original) => {
      if (!isHere.current) throw new Error('offline');
      return original();
    });
    const { startBridge: startFresh } = await import('../../../src/bridge/start-bridge.ts');
    const { host, events } = stubPage();
    const { deps, calls } = createTestDeps();
    const bridge = startFresh(deps);
    onTestFinished(() => bridge.dispose());
    bridge.setReady();
    events.dispatchEvent(messageEvent(host, JSON.stringify(command('mute'))));
    await vi.dynamicImportSettled();
    await settlePromises();
    expect(calls).toEqual([]);
    isHere.current = true;
    vi.resetModules();
    vi.doUnmock(protocolsPath);
    events.dispatchEvent(messageEvent(host, JSON.stringify(command('playVideo'))));
    await expect.poll(() => calls).toEqual([['mute'], ['play']]);
  });
});

describe('a page without the host API', () => {
  test('sends ready in the second protocol when it is framed, and nothing else', async () => {
    const { bridge, host, post } = startPage({ deps: { enableJsApi: false } });
    bridge.setReady();
    post(listening);
    await expect.poll(() => bridge.diagnose().refusals).toEqual({ JS_API_OFF: 1 });
    expect(receivedBy(host)).toEqual(['ready']);
    expect(JSON.parse(host.texts[0] ?? '').value.src).toBe(embedUrl);
  });

  test('sends nothing when it is not framed', async () => {
    const { bridge, host } = startPage({ deps: { enableJsApi: false }, isFramed: false });
    bridge.setReady();
    await settlePromises();
    expect(host.texts).toEqual([]);
  });

  test('never sends ready before it is', async () => {
    const { host, post } = startPage({ deps: { enableJsApi: false } });
    post({ context: 'player.js', method: 'getPaused' });
    await receivedUntil(host, 'getPaused');
  });
});
