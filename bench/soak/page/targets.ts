import type { CDPSession } from '@playwright/test';

/** One target of the DevTools protocol: a page, a frame of another process, or a worker. */
export interface Target {
  type: string;
  url: string;
  send: CDPSession['send'];
  /** Current frames and workers directly below this one. */
  children(): Promise<Target[]>;
  /** @returns the value of the expression's promise; JSON only */
  evaluate(expression: string): Promise<unknown>;
}

type Listener = (params: unknown) => void;

interface Wire {
  send: CDPSession['send'];
  on(method: string, listener: Listener): void;
}

interface Attached {
  sessionId: string;
  targetInfo: { type: string; url: string };
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/**
 * Runs `work` with the page's targets, and detaches from them. It uses the protocol in its nested
 * form: Playwright does not know the heaps of workers, or the frames of a page restored from the
 * back/forward cache.
 */
export async function withTargets<T>(
  session: CDPSession,
  work: (page: Target) => Promise<T>,
): Promise<T> {
  const wire: Wire = {
    send: session.send.bind(session),
    on: (method, listener) => void session.on(method as never, listener as never),
  };
  try {
    return await work(createTarget(wire, { type: 'page', url: '' }));
  } finally {
    // A page that is gone has already detached.
    await session.detach().catch(() => undefined);
  }
}

function createTarget(wire: Wire, { type, url }: { type: string; url: string }): Target {
  let found: Promise<Target[]> | null = null;
  return {
    type,
    url,
    send: wire.send,
    children() {
      found ??= attachChildren(wire);
      return found;
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await wire.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      });
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
  };
}

async function attachChildren(parent: Wire): Promise<Target[]> {
  const attached: Attached[] = [];
  const hearers = new Map<string, (message: Message) => void>();
  parent.on('Target.attachedToTarget', (params) => attached.push(params as Attached));
  parent.on('Target.receivedMessageFromTarget', (params) => {
    const { sessionId, message } = params as { sessionId: string; message: string };
    hearers.get(sessionId)?.(JSON.parse(message));
  });
  // Existing targets are reported before the answer arrives.
  await parent.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return attached.map(({ sessionId, targetInfo }) =>
    createTarget(childWire(sessionId), targetInfo),
  );

  function childWire(sessionId: string): Wire {
    const listeners: { method: string; listener: Listener }[] = [];
    const answers = new Map<number, PromiseWithResolvers<unknown>>();
    let lastId = 0;
    hearers.set(sessionId, ({ id, method, params, result, error }) => {
      if (id === undefined) {
        for (const each of listeners) if (each.method === method) each.listener(params);
      } else if (error === undefined) answers.get(id)?.resolve(result);
      else answers.get(id)?.reject(new Error(error.message));
      if (id !== undefined) answers.delete(id);
    });
    const send = async (method: string, params: object = {}): Promise<unknown> => {
      lastId += 1;
      const answer = Promise.withResolvers<unknown>();
      answers.set(lastId, answer);
      const message = JSON.stringify({ id: lastId, method, params });
      await parent.send('Target.sendMessageToTarget', { sessionId, message });
      return answer.promise;
    };
    return {
      send: send as CDPSession['send'],
      on: (method, listener) => listeners.push({ method, listener }),
    };
  }
}
