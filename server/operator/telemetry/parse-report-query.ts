import { parameterOf } from '../../../shared/telemetry/custom-parameter.ts';
import {
  type CustomNames,
  documentDimensions,
} from '../../../shared/telemetry/document-dimensions.ts';
import { experimentArms, isExperimentArm } from '../../../shared/telemetry/experiment-arm.ts';
import {
  anyPlayback,
  type ReportDimension,
} from '../../../shared/telemetry/playback-dimensions.ts';
import { isPlaybackOutcome, playbackOutcomes } from '../../../shared/telemetry/playback-outcome.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { ReportFilter } from '../../store/reports/report-figures.ts';
import { telemetryLimits } from './telemetry-limits.ts';

const { shownFilterMaxChars, filterMaxChars } = telemetryLimits;

/** Unix milliseconds have 13 digits for the next 260 years. */
const timePattern = /^\d{1,14}$/;

/**
 * @param query `from` and `to` (Unix milliseconds, `to` excluded), `video`, and the report's
 * dimensions. A missing one matches all, an empty one matches playbacks without the value
 * @param names of the custom dimensions; their parameters are like `dimension.section`
 * @param dimensions of the report; reports of page loads know no facts of playbacks
 * @param experiments whether an experiment and its arm are filters too, as of playbacks
 * @param lists whether the answer lists playbacks, so that `outcome` is a filter too
 * @returns `BAD_QUERY`, naming the problem
 */
export function parseReportQuery(
  query: Readonly<Record<string, string>>,
  nowMs: number,
  {
    names = {},
    dimensions = documentDimensions,
    experiments = false,
    lists = false,
  }: {
    names?: CustomNames;
    dimensions?: readonly ReportDimension[];
    experiments?: boolean;
    lists?: boolean;
  } = {},
): Result<ReportFilter, 'BAD_QUERY'> {
  const parameters = dimensions.flatMap((dimension) => {
    const parameter = parameterOf(dimension, names);
    return parameter === null ? [] : [{ dimension, parameter }];
  });
  const conditions = [
    'video',
    ...parameters.map(({ parameter }) => parameter),
    ...(experiments ? ['experiment'] : []),
  ];
  const arms = experiments ? ['arm'] : [];
  const known = ['from', 'to', ...conditions, ...arms, ...(lists ? ['outcome'] : [])];
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return err(
      'BAD_QUERY',
      `"${unknown.slice(0, shownFilterMaxChars)}" is not a filter; use ${known.join(', ')}.`,
    );
  for (const name of ['from', 'to'])
    if (query[name] !== undefined && !timePattern.test(query[name]))
      return err('BAD_QUERY', `"${name}" must be a time in Unix milliseconds, a whole number.`);
  for (const name of conditions)
    if ((query[name] ?? '').length > filterMaxChars)
      return err('BAD_QUERY', `"${name}" may have up to ${filterMaxChars} characters.`);
  const { experiment, arm, outcome } = query;
  if (experiment === '')
    return err(
      'BAD_QUERY',
      '"experiment" must name an experiment; leave it out for the playbacks of all pages.',
    );
  if (arm !== undefined && !isExperimentArm(arm))
    return err('BAD_QUERY', `"arm" must be one of ${experimentArms.join(', ')}.`);
  if (arm !== undefined && experiment === undefined)
    return err(
      'BAD_QUERY',
      '"arm" is part of an experiment; add "experiment" with its name, or leave out "arm".',
    );
  if (outcome !== undefined && !isPlaybackOutcome(outcome))
    return err('BAD_QUERY', `"outcome" must be one of ${playbackOutcomes.join(', ')}.`);
  const fromMs = Number(query.from ?? 0);
  // Include events received in this millisecond.
  const toMs = query.to === undefined ? nowMs + 1 : Number(query.to);
  if (fromMs >= toMs) return err('BAD_QUERY', '"from" must be before "to" and before now.');
  return ok({
    fromMs,
    toMs,
    videoId: query.video ?? null,
    ...anyPlayback,
    ...Object.fromEntries(
      parameters.map(({ dimension, parameter }) => [dimension, query[parameter] ?? null]),
    ),
    ...(experiment !== undefined && { experiment }),
    ...(arm !== undefined && { arm }),
    ...(Object.keys(names).length > 0 && { names }),
    ...(outcome !== undefined && { outcome }),
  });
}
