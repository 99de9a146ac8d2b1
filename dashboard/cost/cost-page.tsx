import type { CostReport } from '../../shared/telemetry/cost-report.ts';
import { everything, type View } from '../view.ts';
import { CostFiguresTable } from './cost-figures-table.tsx';
import { CostGroups } from './cost-groups.tsx';
import { CostScripts } from './cost-scripts.tsx';

interface CostPageProps {
  cost: CostReport;
  view: View;
  onChange(changes: Partial<View>): void;
}

/** Answers what our embed costs viewers. */
export function CostPage({ cost, view, onChange }: CostPageProps) {
  if (cost.present.reports === 0)
    return (
      <p className="notice">
        No measured embeds match this time range and these filters. One embed in ten is measured by
        default; the server’s option <code>--field-sample</code> changes that. An embed reports when
        its page is hidden or left.{' '}
        <button type="button" onClick={() => onChange(everything(view))}>
          Show all
        </button>
      </p>
    );
  return (
    <>
      <CostFiguresTable cost={cost} />
      <CostGroups cost={cost} view={view} onChange={onChange} />
      <CostScripts scripts={cost.scripts} />
    </>
  );
}
