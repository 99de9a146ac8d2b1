import type { CDPSession } from '@playwright/test';

/**
 * The DevTools protocol with one target: the browser, a page, a frame with a process of its own, a
 * worker.
 */
export interface Session {
  type: string;
  url: string;
  /** @throws an Error with the protocol's message, also if the target is gone */
  send: CDPSession['send'];
  on: <T>(method: string, listener: (params: T) => void) => void;
  isGone(): boolean;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Attached {
  sessionId: string;
  targetInfo: { type: string; url: string };
}

/** Prepares a target before it runs anything. */
export type Prepare = (session: Session) => Promise<void>;

/**
 * A separate connection to a browser: Playwright's own sessions would run scripts in the measured
 * pages.
 */
export interface DevTools {
  browser: Session;
  /**
   * Attaches to a target, then to all frames and workers below it. Each is prepared before it runs.
   * @param withoutWorkers attaches only to frames: attached targets wait for their preparation
   */
  attach(targetId: string, prepare: Prepare, withoutWorkers?: boolean): Promise<Session>;
  close(): void;
}

export async function connectDevTools(url: string): Promise<DevTools> {
  const socket = new WebSocket(url);
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onerror = () =>
    opened.reject(new Error(`The browser's DevTools do not answer at ${url}.`));
  await opened.promise;

  const calls = new Map<number, PromiseWithResolvers<unknown> & { sessionId: string }>();
  const listeners = new Map<string, ((params: unknown) => void)[]>();
  const gone = new Set<string>();
  let lastId = 0;

  const endSession = (sessionId: string) => {
    gone.add(sessionId);
    for (const call of calls.values())
      if (call.sessionId === sessionId) call.reject(new Error('The target is gone.'));
  };
  socket.onmessage = ({ data }) => {
    const { id, sessionId = '', method, params, result, error }: Message = JSON.parse(String(data));
    if (method === 'Target.detachedFromTarget') endSession((params as Attached).sessionId);
    if (method !== undefined)
      for (const listener of listeners.get(`${sessionId} ${method}`) ?? []) listener(params);
    const call = id === undefined ? undefined : calls.get(id);
    if (id === undefined || call === undefined) return;
    calls.delete(id);
    if (error === undefined) call.resolve(result);
    else call.reject(new Error(error.message));
  };
  socket.onclose = () => {
    for (const { reject } of calls.values()) reject(new Error('The browser is gone.'));
  };

  function createSession(sessionId: string, { type, url }: Attached['targetInfo']): Session {
    const send = (method: string, params: object = {}): Promise<unknown> => {
      if (gone.has(sessionId)) return Promise.reject(new Error('The target is gone.'));
      lastId += 1;
      const call = { ...Promise.withResolvers<unknown>(), sessionId };
      calls.set(lastId, call);
      const address = sessionId === '' ? {} : { sessionId };
      socket.send(JSON.stringify({ id: lastId, method, params, ...address }));
      return call.promise;
    };
    return {
      type,
      url,
      send: send as CDPSession['send'],
      on<T>(method: string, listener: (params: T) => void) {
        const key = `${sessionId} ${method}`;
        listeners.set(key, [...(listeners.get(key) ?? []), listener as (params: unknown) => void]);
      },
      isGone: () => gone.has(sessionId),
    };
  }

  async function prepareBelow(
    parent: Session,
    prepare: Prepare,
    withoutWorkers: boolean,
  ): Promise<void> {
    parent.on<Attached>('Target.attachedToTarget', async ({ sessionId, targetInfo }) => {
      const child = createSession(sessionId, targetInfo);
      try {
        await prepare(child);
        // A page's session finds its frames, a frame's session its workers.
        if (!withoutWorkers) await prepareBelow(child, prepare, withoutWorkers);
        await child.send('Runtime.runIfWaitingForDebugger');
      } catch {
        // The target ended before it ran.
      }
    });
    await parent.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    });
  }

  const browser = createSession('', { type: 'browser', url });
  return {
    browser,
    async attach(targetId, prepare, withoutWorkers = false) {
      const { sessionId } = await browser.send('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      const session = createSession(sessionId, { type: 'page', url: '' });
      await prepareBelow(session, prepare, withoutWorkers);
      return session;
    },
    close: () => socket.close(),
  };
}
