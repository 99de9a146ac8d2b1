import type { ReportedError, TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatCount, formatMoment } from '../format.ts';
import { ScrollArea } from './scroll-area.tsx';
import { Section } from './section.tsx';
import { TraceLink } from './trace-link.tsx';

export function Errors({ report: { errors } }: { report: TelemetryReport }) {
  return (
    <Section
      title="Errors"
      note="Errors that pages reported in this time range, for all videos and pages. The count covers all time."
      className="wide"
    >
      {errors.length === 0 ? (
        <p className="nothing">None.</p>
      ) : (
        <ul className="errors">
          {errors.map((error) => (
            <li key={error.fingerprint}>
              <ErrorDetails error={error} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function ErrorDetails({ error }: { error: ReportedError }) {
  return (
    <details>
      <summary>
        <span className="level" data-level={error.level}>
          {error.level.toLowerCase()}
        </span>
        <span className="error-message">
          <b>{error.type}</b> {error.message}
        </span>
        <span className="error-count">
          {formatCount(error.count)} × <small>{formatMoment(error.lastReceivedMs)}</small>
        </span>
      </summary>
      <dl className="facts">
        <dt>Source</dt>
        <dd>{error.source.replaceAll('_', ' ')}</dd>
        <dt>First and last seen</dt>
        <dd>
          {formatMoment(error.firstReceivedMs)}, {formatMoment(error.lastReceivedMs)}
        </dd>
        <dt>Client</dt>
        <dd>
          {error.clientName} {error.clientVersion}
        </dd>
        <dt>Last page load</dt>
        <dd>
          <code>{error.lastSid}</code> <TraceLink query={{ sid: error.lastSid }} />
        </dd>
        {Object.entries(error.params).map(([name, value]) => (
          <Param key={name} name={name} value={value} />
        ))}
      </dl>
      <ScrollArea label={`Stack of ${error.type}`}>
        <pre>{error.stack === '' ? 'No stack trace.' : error.stack}</pre>
      </ScrollArea>
    </details>
  );
}

function Param({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
