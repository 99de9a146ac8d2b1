import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatCount, formatPeriod, formatShare } from '../format.ts';
import { ScrollArea } from './scroll-area.tsx';

type Silence = TelemetryReport['completeness']['silence'];

/** Hosts whose players are far more silent than those of all others together. */
export const markedHosts = (silence: Silence) =>
  silence?.hosts.filter(({ isMarked }) => isMarked) ?? [];

const silentShare = ({ served, heard }: { served: number; heard: number }) =>
  formatShare(served - heard, served);

/** One sentence about the first of these hosts. */
export function SilentHostsSentence({ silence }: { silence: Silence }) {
  const [first, ...others] = markedHosts(silence);
  if (first === undefined) return null;
  return (
    <>
      <b>{silentShare(first)}</b> of the players on <bdi className="host">{first.host}</bdi> sent
      nothing: probably a blocker
      {others.length > 0 && ` (and ${formatCount(others.length)} more like it)`}.
    </>
  );
}

/** The hosts, the likely cause, and what the operator can do. */
export function SilentHosts({ silence }: { silence: Silence }) {
  if (silence === null || silence.hosts.length === 0) return null;
  const marked = markedHosts(silence);
  const period = formatPeriod(silence.fromMs, silence.toMs);
  if (marked.length === 0)
    return (
      <p className="nothing">
        On no host are players far more silent than on all others ({period}).
      </p>
    );
  return (
    <>
      <p className="note">
        Players on these hosts send nothing far more often than on all others: probably a blocker,
        or a network that blocks this server. Open such a page yourself, and look for refused
        requests to <code>/youtubei/v1/log_event</code> in the browser’s network panel. Another name
        for this server helps against lists of blocked names. It looks the same if the host’s own
        code refuses consent, or if its frames may not run scripts.
      </p>
      <ScrollArea label="Hosts with silent players">
        <table>
          <caption>Hosts with silent players, {period}</caption>
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col">Sent nothing</th>
              <th scope="col">Served pages</th>
              <th scope="col">Heard of</th>
            </tr>
          </thead>
          <tbody>
            {marked.map((host) => (
              <tr key={host.host}>
                <th scope="row">
                  <bdi className="host">{host.host}</bdi>
                </th>
                <td>{silentShare(host)}</td>
                <td>{formatCount(host.served)}</td>
                <td>{formatCount(host.heard)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}
