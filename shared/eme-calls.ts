/**
 * Encrypted Media Extensions (W3C) exist on the page only. The media worker calls them over a port of their own (Comlink); things that
 * stay on the page go by numbers that the worker gives. Failures come as the browser's errors, with name and message.
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
  /** `null` takes them off the element. */
  setMediaKeys(keys: number | null): Promise<void>;
  /** @param type `temporary` or `persistent-license` */
  createSession(keys: number, session: number, type: string | undefined): Promise<void>;
  /** @returns the session's id of the browser's */
  generateRequest(session: number, initDataType: string, initData: BufferSource): Promise<string>;
  update(session: number, response: BufferSource): Promise<void>;
  remove(session: number): Promise<void>;
  close(session: number): Promise<void>;
}

/** `BufferSource` of the DOM and of workers. */
type BufferSource = ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** An event of a session's. */
export type EmeNews =
  | { session: number; type: 'message'; messageType: string; message: ArrayBuffer }
  /** `expiration` in Unix milliseconds, `NaN` for none. */
  | {
      session: number;
      type: 'keystatuseschange';
      statuses: readonly (readonly [keyId: ArrayBuffer, status: string])[];
      expiration: number;
    };
