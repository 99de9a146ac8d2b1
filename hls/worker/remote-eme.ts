import { type Remote, wrap } from 'comlink';
import type { EmeCalls, EmeNews } from '../../shared/rpc/eme-calls.ts';
import { RemoteKeySession } from './remote-key-session.ts';

/** Encrypted Media Extensions, as far as hls.js uses them, executed by the page. */
export interface RemoteEme {
  /** Like `navigator.requestMediaKeySystemAccess`. */
  requestAccess(keySystem: string, configurations: readonly object[]): Promise<never>;
  setMediaKeys(mediaKeys: object | null): Promise<void>;
  receive(news: EmeNews): void;
}

export function openRemoteEme(port: MessagePort): RemoteEme {
  const page: Remote<EmeCalls> = wrap<EmeCalls>(port);
  const sessions = new Map<number, RemoteKeySession>();
  const keyNumbers = new WeakMap<object, number>();
  let count = 0;

  function makeMediaKeys(keys: number): object {
    const mediaKeys = {
      setServerCertificate: (certificate: BufferSource) =>
        page.setServerCertificate(keys, certificate),
      createSession(type?: string) {
        count += 1;
        const session = count;
        const made = new RemoteKeySession(
          session,
          page,
          page.createSession(keys, session, type),
          () => sessions.delete(session),
        );
        sessions.set(session, made);
        return made;
      },
    };
    keyNumbers.set(mediaKeys, keys);
    return mediaKeys;
  }

  return {
    async requestAccess(keySystem, configurations) {
      count += 1;
      const access = count;
      await page.requestAccess(access, keySystem, configurations);
      return {
        keySystem,
        async createMediaKeys() {
          count += 1;
          const keys = count;
          await page.createMediaKeys(access, keys);
          return makeMediaKeys(keys);
        },
        // hls.js uses nothing else of it.
      } as never;
    },
    setMediaKeys: (mediaKeys) =>
      page.setMediaKeys(mediaKeys === null ? null : (keyNumbers.get(mediaKeys) ?? null)),
    receive: (news) => sessions.get(news.session)?.receive(news),
  };
}
