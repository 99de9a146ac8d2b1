import type { AudienceReport } from '../../shared/telemetry/audience-report.ts';
import type { Line } from '../charts/chart-options.ts';
import { partFigures } from './definitions.ts';

/** @returns what viewings saw of each part of the video, in percent of the viewings */
export function retentionLines({
  viewings,
  seen,
  again,
}: Pick<AudienceReport['retention'], 'viewings' | 'seen' | 'again'>): Line[] {
  const shares = (counts: readonly number[]) =>
    counts.map((count) => (viewings === 0 ? null : (count / viewings) * 100));
  return [
    { label: partFigures.seen.label, colour: 'plays', form: 'area', values: shares(seen) },
    { label: partFigures.again.label, colour: 'exits', form: 'line', values: shares(again) },
  ];
}
