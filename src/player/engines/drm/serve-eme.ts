// Imports a separate copy of Comlink. Sharing it with the services' script would create a third
// chunk that every page waits for.
import { expose } from 'comlink/dist/esm/comlink.js';
import type { EmeCalls, EmeNews } from '../../../../shared/rpc/eme-calls.ts';

/**
 * Settles when the last engine's keys are off the element. The element refuses new keys before
 * that.
 */
let cleanUp: Promise<unknown> = Promise.resolve();

/**
 * Does what only the page can do for the media worker's decryption.
 * @param notify receives events of its sessions
 * @returns a function that closes the sessions and removes the keys from the element
 */
export function serveEme(
  video: HTMLVideoElement,
  port: MessagePort,
  notify: (news: EmeNews) => void,
): () => void {
  const accesses = new Map<number, MediaKeySystemAccess>();
  const mediaKeys = new Map<number, MediaKeys>();
  const sessions = new Map<number, MediaKeySession>();
  const calls: EmeCalls = {
    async requestAccess(access, keySystem, configurations) {
      accesses.set(
        access,
        await navigator.requestMediaKeySystemAccess(keySystem, [...configurations]),
      );
    },
    async createMediaKeys(access, keys) {
      mediaKeys.set(keys, await get(accesses, access).createMediaKeys());
    },
    setServerCertificate: (keys, certificate) =>
      get(mediaKeys, keys).setServerCertificate(certificate),
    async setMediaKeys(keys) {
      await cleanUp;
      await video.setMediaKeys(keys === null ? null : get(mediaKeys, keys));
    },
    async createSession(keys, session, type) {
      const made = get(mediaKeys, keys).createSession(type as MediaKeySessionType | undefined);
      sessions.set(session, made);
      made.addEventListener('message', ({ messageType, message }) =>
        notify({ session, type: 'message', messageType, message }),
      );
      made.addEventListener('keystatuseschange', () =>
        notify({
          session,
          type: 'keystatuseschange',
          statuses: statusesOf(made),
          expiration: made.expiration,
        }),
      );
    },
    async generateRequest(session, initDataType, initData) {
      const made = get(sessions, session);
      await made.generateRequest(initDataType, initData);
      return made.sessionId;
    },
    update: (session, response) => get(sessions, session).update(response),
    remove: (session) => get(sessions, session).remove(),
    async close(session) {
      await get(sessions, session).close();
      sessions.delete(session);
    },
  };
  expose(calls, port);

  return () => {
    port.close();
    // A closed session rejects, and so does an element whose keys cannot be removed.
    const closing = Array.from(sessions.values(), (session) =>
      session.close().catch(() => undefined),
    );
    cleanUp = Promise.all(closing)
      .then(() => video.setMediaKeys(null))
      .catch(() => undefined);
  };
}

function get<T>(from: ReadonlyMap<number, T>, key: number): T {
  const found = from.get(key);
  if (found === undefined) throw new DOMException('unknown to the page', 'InvalidStateError');
  return found;
}

function statusesOf({ keyStatuses }: MediaKeySession): [ArrayBuffer, string][] {
  const statuses: [ArrayBuffer, string][] = [];
  keyStatuses.forEach((status, keyId) => {
    const bytes = ArrayBuffer.isView(keyId)
      ? new Uint8Array(keyId.buffer, keyId.byteOffset, keyId.byteLength)
      : new Uint8Array(keyId);
    statuses.push([bytes.slice().buffer as ArrayBuffer, status]);
  });
  return statuses;
}
