import { useState } from 'react';
import type { DocumentHoles, TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatBytes, formatCount, formatMoment, formatShare } from '../format.ts';
import { loadHoles } from '../load-holes.ts';
import { ScrollArea } from './scroll-area.tsx';
import { Section } from './section.tsx';

/** Accounts for every event that is known to have been created. */
export function Accounting({ report: { accounting } }: { report: TelemetryReport }) {
  const { created, stored, rejected, missing } = accounting;
  return (
    <Section
      title="Event delivery"
      note="Each page load numbers its events, so missing ones are detected. All stored data, without the filters."
      className="wide"
    >
      <p className="sum">
        <b>{formatCount(created)}</b> created = <b data-colour="plays">{formatCount(stored)}</b>{' '}
        stored + <b data-colour="exits">{formatCount(rejected)}</b> rejected +{' '}
        <b data-colour="failures">{formatCount(missing)}</b> in transit or lost
      </p>
      <svg className="stack" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        <Part colour="plays" from={0} count={stored} of={created} />
        <Part colour="exits" from={stored} count={rejected} of={created} />
        <Part colour="failures" from={stored + rejected} count={missing} of={created} />
      </svg>
      <dl className="facts">
        <dt>Stored</dt>
        <dd>{formatShare(stored, created)}</dd>
        <dt>Duplicates, stored once</dt>
        <dd>{formatCount(accounting.duplicates)}</dd>
        <dt>Page loads</dt>
        <dd>
          {formatCount(accounting.documents)}, {formatCount(accounting.documentsWithHoles)} with
          missing events
        </dd>
        <dt>Received</dt>
        <dd>
          {formatCount(accounting.batches)} batches, {formatBytes(accounting.bytes)}
        </dd>
        <dt>Dropped by pages</dt>
        <dd>
          {accounting.reportedLost.length === 0
            ? 'none reported'
            : accounting.reportedLost
                .map(({ reason, count }) => `${formatCount(count)} ${reason}`)
                .join(', ')}
        </dd>
      </dl>
      {accounting.documentsWithHoles > 0 && <Holes />}
    </Section>
  );
}

function Part({
  colour,
  from,
  count,
  of,
}: {
  colour: string;
  from: number;
  count: number;
  of: number;
}) {
  const scale = of === 0 ? 0 : 1_000 / of;
  // Every non-zero count gets a visible width.
  const width = count === 0 ? 0 : Math.max(3, count * scale);
  return (
    <rect
      data-colour={colour}
      x={Math.min(from * scale, 1_000 - width)}
      width={width}
      height="10"
    />
  );
}

type Loaded = { holes: DocumentHoles[] } | { problem: string } | null;

function Holes() {
  const [loaded, setLoaded] = useState<Loaded>(null);
  return (
    <details
      className="holes"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void loadHoles().then(setLoaded);
      }}
    >
      <summary>Page loads with missing events</summary>
      {loaded === null && <p>Loading …</p>}
      {loaded !== null && 'problem' in loaded && <p role="alert">{loaded.problem}</p>}
      {loaded !== null && 'holes' in loaded && (
        <ScrollArea label="Page loads with missing events">
          <table>
            <thead>
              <tr>
                <th scope="col">Page load</th>
                <th scope="col">Stored</th>
                <th scope="col">Rejected</th>
                <th scope="col">Missing</th>
                <th scope="col">Missing numbers</th>
                <th scope="col">Last received</th>
              </tr>
            </thead>
            <tbody>
              {loaded.holes.map((document) => (
                <tr key={document.sid}>
                  <th scope="row">
                    <code>{document.sid}</code>
                  </th>
                  <td>{formatCount(document.stored)}</td>
                  <td>{formatCount(document.rejected)}</td>
                  <td>{formatCount(document.missing)}</td>
                  <td>{formatRanges(document)}</td>
                  <td>{formatMoment(document.lastReceivedMs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </details>
  );
}

/** Maximum number of ranges listed for a document. */
const shownRanges = 8;

function formatRanges({ ranges, isCut }: DocumentHoles): string {
  const shown = ranges
    .slice(0, shownRanges)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return `${shown.join(', ')}${isCut || ranges.length > shownRanges ? ', …' : ''}`;
}
