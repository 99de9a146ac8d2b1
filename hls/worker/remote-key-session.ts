import type { Remote } from 'comlink';
import type { EmeCalls, EmeNews } from '../../shared/rpc/eme-calls.ts';

/** `MediaKeySession` (W3C EME, section 6). The real session is on the page. */
export class RemoteKeySession extends EventTarget {
  readonly #session: number;
  readonly #page: Remote<EmeCalls>;
  readonly #made: Promise<void>;
  readonly #onClosed: () => void;
  #close: () => void = () => {};
  readonly closed = new Promise<void>((resolve) => {
    this.#close = resolve;
  });
  sessionId = '';
  expiration = Number.NaN;
  keyStatuses = makeKeyStatuses([]);

  constructor(session: number, page: Remote<EmeCalls>, made: Promise<void>, onClosed: () => void) {
    super();
    this.#session = session;
    this.#page = page;
    this.#made = made;
    this.#onClosed = onClosed;
    // The session's next method call gets this failure.
    made.catch(() => undefined);
  }

  receive(news: EmeNews): void {
    if (news.type === 'message') {
      const { messageType, message } = news;
      this.dispatchEvent(Object.assign(new Event('message'), { messageType, message }));
      return;
    }
    this.expiration = news.expiration;
    this.keyStatuses = makeKeyStatuses(news.statuses);
    this.dispatchEvent(new Event('keystatuseschange'));
  }

  async generateRequest(initDataType: string, initData: BufferSource): Promise<void> {
    await this.#made;
    this.sessionId = await this.#page.generateRequest(this.#session, initDataType, initData);
  }

  async update(response: BufferSource): Promise<void> {
    await this.#made;
    await this.#page.update(this.#session, response);
  }

  async remove(): Promise<void> {
    await this.#made;
    await this.#page.remove(this.#session);
  }

  async close(): Promise<void> {
    await this.#made;
    await this.#page.close(this.#session);
    this.#onClosed();
    this.#close();
  }
}

type Status = readonly [keyId: ArrayBuffer, status: string];

/** `MediaKeyStatusMap`. Keys are compared by their bytes. */
function makeKeyStatuses(statuses: readonly Status[]) {
  const find = (keyId: BufferSource) => statuses.find(([id]) => hexOf(id) === hexOf(keyId))?.[1];
  return {
    size: statuses.length,
    has: (keyId: BufferSource) => find(keyId) !== undefined,
    get: find,
    forEach(callback: (status: string, keyId: ArrayBuffer) => void) {
      for (const [keyId, status] of statuses) callback(status, keyId);
    },
  };
}

function hexOf(source: BufferSource): string {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
