import type { LiveSource } from './parse-source.ts';

/** Where a sender must send to; OBS asks for these two. */
export interface SendTo {
  server: string;
  /** `null` for SRT, whose address has it. */
  streamKey: string | null;
}

/** @returns `null` for a file, which has no sender */
export function sendTo(source: LiveSource, key: string): SendTo | null {
  if (source.type === 'file') return null;
  const { host, port } = source;
  const isAny = host === '0.0.0.0' || host === '::';
  const shown = isAny ? 'THIS-MACHINE' : host.includes(':') ? `[${host}]` : host;
  return source.type === 'rtmp'
    ? { server: `rtmp://${shown}:${port}/${source.app}`, streamKey: key }
    : { server: `srt://${shown}:${port}?passphrase=${key}&pbkeylen=16`, streamKey: null };
}
