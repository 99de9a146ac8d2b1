import { resolve } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';

/** Where a live stream comes from. */
export type LiveSource =
  | { type: 'rtmp'; host: string; port: number; app: string }
  | { type: 'srt'; host: string; port: number }
  | { type: 'file'; file: string };

const rtmpPort = 1_935;

/**
 * @param text an address to listen at, or a file
 * @param cwd absolute path, for relative file names
 * @returns `BAD_SOURCE` with the fix
 */
export function parseSource(text: string, cwd: string): Result<LiveSource, 'BAD_SOURCE'> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return ok({ type: 'file', file: resolve(cwd, text) });
  if (scheme !== 'rtmp' && scheme !== 'srt')
    return err(
      'BAD_SOURCE',
      `--from "${text}" is not supported; use rtmp://0.0.0.0/live or srt://0.0.0.0:9000 to listen, or a file.`,
    );
  // URL knows default ports and hosts of web addresses only.
  const url = URL.parse(text.replace(/^[^:]+/, 'http'));
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '')
    return err('BAD_SOURCE', `--from "${text}" is not an address such as rtmp://0.0.0.0/live.`);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const port = /:80(?:\/|$)/.test(text) ? 80 : Number(url.port);
  if (scheme === 'srt')
    return port === 0
      ? err('BAD_SOURCE', `--from "${text}" has no port; use one such as srt://${host}:9000.`)
      : ok({ type: 'srt', host, port });
  const app = url.pathname.slice(1).replace(/\/$/, '');
  if (!/^[\w-]+$/.test(app))
    return err(
      'BAD_SOURCE',
      `--from "${text}" needs one name after the host, such as rtmp://${host}/live; the stream key is not part of it.`,
    );
  return ok({ type: 'rtmp', host, port: port || rtmpPort, app });
}
