import type { AudienceReport } from '../../shared/telemetry/audience-report.ts';
import { ComparedNote } from '../compare/compared-note.tsx';
import { formatLatest } from '../format.ts';
import { everything, isFiltered, type View } from '../view.ts';
import { AudienceGroups } from './audience-groups.tsx';
import { AudienceTiles } from './audience-tiles.tsx';
import { ConcurrentViewers } from './concurrent-viewers.tsx';
import { LiveViewings } from './live-viewings.tsx';
import { Retention } from './retention.tsx';

interface AudiencePageProps {
  audience: AudienceReport;
  /** The same figures of the time compared with; `null` without one. */
  before: AudienceReport | null;
  view: View;
  onChange(changes: Partial<View>): void;
}

/** Answers who watched what, and how far. */
export function AudiencePage({ audience, before, view, onChange }: AudiencePageProps) {
  const latest = formatLatest(audience.countedFromMs, 'viewings');
  const select = (fromMs: number, toMs: number) => onChange({ range: 'custom', fromMs, toMs });
  return (
    <>
      {latest !== '' && <p className="notice">{latest}</p>}
      {audience.viewings === 0 ? (
        <p className="notice">
          No viewings match this time range and these filters. A viewing is a playback of which
          something was watched; it appears within seconds after the player has reported that.{' '}
          <button type="button" onClick={() => onChange(everything(view))}>
            Show all
          </button>
        </p>
      ) : (
        <>
          <AudienceTiles
            audience={audience}
            before={before !== null && before.viewings > 0 ? before : null}
          />
          {before !== null && (
            <ComparedNote
              period={before}
              things="viewings"
              count={audience.viewings}
              countBefore={before.viewings}
              countedFromMs={before.countedFromMs}
            />
          )}
          <Retention retention={audience.retention} isOneVideo={isOneVideo(view)} />
          <ConcurrentViewers audience={audience} isFiltered={isFiltered(view)} onSelect={select} />
          {audience.live.viewings > 0 && <LiveViewings audience={audience} onSelect={select} />}
          <AudienceGroups audience={audience} view={view} onChange={onChange} />
        </>
      )}
    </>
  );
}

/** Videos of unknown id are several. */
const isOneVideo = ({ video }: View) => video !== null && video !== '';
