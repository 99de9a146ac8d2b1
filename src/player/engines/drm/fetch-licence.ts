import type { DrmInfo } from '../../../../shared/player/drm.ts';
import { playReadyChallenge } from './playready-challenge.ts';

/** The licence server did not return a licence; status 0 when it did not answer. */
export class LicenceError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(
      status === 0
        ? 'The licence server did not answer.'
        : `The licence server answered ${status}.`,
    );
    this.name = 'LicenceError';
    this.status = status;
  }
}

/**
 * @param message from the browser's content decryption module
 * @returns the licence for that module
 * @throws LicenceError
 */
export async function fetchLicence(
  info: DrmInfo,
  message: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const challenge =
    info.keySystem === 'com.microsoft.playready' ? playReadyChallenge(message) : null;
  const type =
    info.keySystem === 'org.w3.clearkey' ? 'application/json' : 'application/octet-stream';
  return request(info.licenseUrl, {
    method: 'POST',
    body: challenge?.body ?? message,
    headers: { 'Content-Type': type, ...challenge?.headers, ...info.headers },
  });
}

/** @throws LicenceError */
export function fetchCertificate(url: string): Promise<ArrayBuffer> {
  return request(url, {});
}

async function request(url: string, init: RequestInit): Promise<ArrayBuffer> {
  const response = await fetch(new URL(url, document.baseURI), init).catch(() => {
    throw new LicenceError(0);
  });
  if (!response.ok) throw new LicenceError(response.status);
  return response.arrayBuffer();
}
