/**
 * Encrypted Media Extensions (W3C) exist on the page only. The media worker calls them over a
 * separate port (Comlink). Objects that stay on the page are identified by numbers that the worker
 * assigns. Failures arrive as the browser's errors, with name and message.
 */
export interface EmeCalls {
  /** @param configurations `MediaKeySystemConfiguration`s */
  requestAccess(
    access: number,
    keySystem: string,
    configurations: readonly object[],
  ): Promise<void>;
  createMediaKeys(access: number, keys: number): Promise<void>;
  setServerCertificate(keys: number, certificate: BufferSource): Promise<boolean>;
  /** `null` detaches the keys from the element. */
  setMediaKeys(keys: number | null): Promise<void>;
  /** @param type `temporary` or `persistent-license` */
  createSession(keys: number, session: number, type: string | undefined): Promise<void>;
  /** @returns the browser's session id */
  generateRequest(session: number, initDataType: string, initData: BufferSource): Promise<string>;
  update(session: number, response: BufferSource): Promise<void>;
  remove(session: number): Promise<void>;
  close(session: number): Promise<void>;
}

/** `BufferSource` of the DOM and of workers. */
type BufferSource = ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** An event of a key session. */
export type EmeNews =
  | { session: number; type: 'message'; messageType: string; message: ArrayBuffer }
  /** `expiration` in Unix milliseconds, `NaN` for none. */
  | {
      session: number;
      type: 'keystatuseschange';
      statuses: readonly (readonly [keyId: ArrayBuffer, status: string])[];
      expiration: number;
    };
