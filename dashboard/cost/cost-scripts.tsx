import type { CostReport } from '../../shared/telemetry/cost-report.ts';
import { formatCount, formatMs } from '../format.ts';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { Section } from '../parts/section.tsx';

export function CostScripts({ scripts }: { scripts: CostReport['scripts'] }) {
  return (
    <Section
      title="Worst scripts"
      note="Their time in the longest frames of each embed, up to five. Only Chromium measures it."
    >
      {scripts.length === 0 ? (
        <p className="nothing">None.</p>
      ) : (
        <ScrollArea label="Scripts by time">
          <table className="cost-table">
            <thead>
              <tr>
                <th scope="col">Script</th>
                <th scope="col">Measured</th>
                <th scope="col">Total time</th>
                <th scope="col">Time per embed</th>
              </tr>
            </thead>
            <tbody>
              {scripts.map(({ script, reports, ms }) => (
                <tr key={script ?? ''}>
                  <th scope="row">{script ?? 'other scripts (extensions, browser)'}</th>
                  <td>{formatCount(reports)}</td>
                  <td>{formatMs(ms)}</td>
                  <td>{formatMs(ms / reports)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Section>
  );
}
