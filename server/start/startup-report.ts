import { isLoopbackHost } from '../http/is-loopback-host.ts';
import { listedVideos } from '../library/scan-library.ts';
import { visibleLine } from '../operator/log/visible-text.js';
import type { ServerOptions } from '../options/server-options.js';
import type { RunningServer } from './start-server.ts';

/**
 * @returns the report for the operator when the server listens: addresses, library, the token's
 * file
 */
export function startupReport(
  { host, mediaDir, isTelemetryOn, stores }: ServerOptions,
  server: RunningServer,
): string {
  const isLoopback = isLoopbackHost(host);
  const names = namesFor(host);
  const embedOrigin = `http://${names.embed}:${server.embedPort}`;
  const demoOrigin = `http://${names.demo}:${server.demoPort}`;
  const firstId = listedVideos(server.library)[0]?.response.videoDetails.videoId ?? 'VIDEO_ID';
  const count = server.library.videos.size;
  const privateCount = count - listedVideos(server.library).length;
  const privateNote = privateCount === 0 ? '' : `, ${privateCount} of them private`;
  const rows = [
    ['Demo host page', `${demoOrigin}/`],
    ['Embed', `${embedOrigin}/embed/${firstId}`],
    [
      'Event intake',
      isTelemetryOn ? `${embedOrigin}/youtubei/v1/log_event` : 'off: players send no events',
    ],
    ['Telemetry', `${demoOrigin}/telemetry/`],
    ['Media', `${mediaDir} (${count} ${count === 1 ? 'video' : 'videos'}${privateNote})`],
  ];
  if (!isLoopback) rows.push(['Listening on', `${host}: other machines can reach this server`]);
  const isShared = stores.length > 0;
  if (server.tokenFile !== null)
    rows.push(["Operator's token", keptIn(server.tokenFile, isShared)]);
  if ((privateCount > 0 || isShared) && server.signingKeyFile !== null)
    rows.push(['Signing key', keptIn(server.signingKeyFile, isShared)]);
  rows.push(['Stop it with', 'Ctrl-C']);
  return rows
    .map(([label = '', value = '']) => `${label.padEnd(18)}${visibleLine(value)}`)
    .join('\n');
}

/** @param isShared whether other servers may use the same store */
function keptIn(file: string, isShared: boolean): string {
  return `kept in ${file}${isShared ? '; copy it to all servers of this store' : ''}`;
}

/** Hosts that mean all addresses of this machine, or both its loopback addresses. */
const wideHosts = ['localhost', '0.0.0.0', '::'];

/** @returns names under which a browser on this machine reaches a server that listens on `host` */
function namesFor(host: string): { embed: string; demo: string } {
  // The two loopback names are different sites, like a publisher's page and the player in
  // production.
  if (wideHosts.includes(host.toLowerCase())) return { embed: 'localhost', demo: '127.0.0.1' };
  const name = host.includes(':') ? `[${host}]` : host;
  return { embed: name, demo: name };
}
