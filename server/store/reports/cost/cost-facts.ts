import * as z from 'zod/mini';
import { envelopeLimits } from '../../../../shared/limits/envelope-limits.ts';
import { performanceLimits } from '../../../../shared/limits/performance-limits.ts';
import { type CostMeasure, costMeasures } from '../../../../shared/telemetry/cost-report.ts';
import { fieldEventName } from '../../../../shared/telemetry/field-performance.ts';
import { integerFrom, list, numberFrom, text } from '../../../../shared/tools/schema.ts';
import { reportLimits } from '../report-limits.ts';
import { costLimits } from './cost-limits.ts';

/** The kept part of a report of a measured embed. */
export interface CostFacts {
  share: number;
  version: string;
  runtime: string;
  engine: string;
  device: string;
  connection: string;
  /** Whether a script of the page came from the browser's cache; '' if unknown. */
  cache: 'warm' | 'cold' | '';
  /** Numbers of the experiments that the page was in. */
  experiments: string[];
  /** Missing measures have no value. */
  measures: Partial<Record<CostMeasure, number>>;
  /**
   * Scripts with their milliseconds in the longest frames, longest first; '' are all scripts that
   * are not the player's.
   */
  scripts: [string, number][];
}

export interface CostFact {
  kind: 'measured';
  seq: number;
  videoId: string;
  facts: CostFacts;
}

/** PostgreSQL cannot store this character. */
const withoutNul = z.regex(/^[^\0]*$/);
const amount = z.catch(z.nullable(numberFrom(0, reportLimits.amountMax)), null);
const name = z.catch(text(costLimits.nameMaxChars).check(withoutNul), '');
const part = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.catch(z.nullable(z.object(shape)), null);

const scriptSchema = z.object({
  script: z.nullable(text(costLimits.scriptMaxChars).check(withoutNul)),
  ms: numberFrom(0, reportLimits.amountMax),
});
const frameSchema = z.object({ scripts: list(scriptSchema, performanceLimits.frameScriptsCount) });

/** A part that is not as expected counts as not measured; the others stay. */
const reportSchema = z.object({
  share: z.catch(numberFrom(costLimits.shareMin, 1), 1),
  videoId: z.catch(text(reportLimits.videoIdMaxChars).check(withoutNul), ''),
  place: name,
  engine: name,
  device: part({ class: name, connection: name }),
  longTasks: part({ longestMs: amount, blockingMs: amount }),
  longFrames: part({
    ownScriptMs: amount,
    worst: z.catch(list(frameSchema, performanceLimits.framesCount), []),
  }),
  interaction: part({ inpMs: amount }),
  layoutShift: amount,
  largestPaint: part({ atMs: amount }),
  pageScripts: part({ bytes: amount }),
  servicesScripts: part({ bytes: amount }),
  requestCount: amount,
  cachedScriptCount: amount,
  transferredBytes: amount,
  services: part({ startMs: amount, busyMs: amount }),
  start: part({ embedCreatedMs: amount, playToFirstFrameMs: amount }),
});
type Report = z.infer<typeof reportSchema>;

const experimentSchema = integerFrom(0, envelopeLimits.experimentIdMax);
const contextSchema = z.object({
  client: z.object({
    clientVersion: name,
    experimentIds: z.catch(list(experimentSchema, envelopeLimits.experimentsCount), []),
  }),
});

/**
 * @returns `null` for any other event, and for a payload that is no object: the intake accepts
 *   events from any sender
 */
export function readCostFact(event: {
  seq: number;
  name: string;
  contextJson: string;
  payloadJson: string;
}): CostFact | null {
  if (event.name !== fieldEventName) return null;
  const parsed = z.safeParse(reportSchema, JSON.parse(event.payloadJson));
  if (!parsed.success) return null;
  const report = parsed.data;
  const context = z.safeParse(contextSchema, JSON.parse(event.contextJson));
  const client = context.success ? context.data.client : null;
  return {
    kind: 'measured',
    seq: event.seq,
    videoId: report.videoId,
    facts: {
      share: report.share,
      version: client?.clientVersion ?? '',
      runtime: report.place,
      engine: report.engine,
      device: report.device?.class ?? '',
      connection: report.device?.connection ?? '',
      cache: cacheOf(report),
      experiments: [...new Set(client?.experimentIds.map(String))].slice(
        0,
        costLimits.experimentsCount,
      ),
      measures: measuresOf(report),
      scripts: scriptsOf(report),
    },
  };
}

function measuresOf(report: Report): CostFacts['measures'] {
  const { pageScripts, servicesScripts, services, start, longTasks } = report;
  const all: Record<CostMeasure, number | null | undefined> = {
    largestPaintMs: report.largestPaint?.atMs,
    interactionMs: report.interaction?.inpMs,
    layoutShift: report.layoutShift,
    createdMs: start?.embedCreatedMs,
    playToFirstFrameMs: start?.playToFirstFrameMs,
    blockingMs: longTasks?.blockingMs,
    longestTaskMs: longTasks?.longestMs,
    ownScriptMs: report.longFrames?.ownScriptMs,
    servicesStartMs: services?.startMs,
    servicesBusyMs: services?.busyMs,
    transferredBytes: report.transferredBytes,
    scriptBytes:
      pageScripts?.bytes == null ? null : pageScripts.bytes + (servicesScripts?.bytes ?? 0),
    requestCount: report.requestCount,
  };
  const measured = costMeasures.flatMap((measure) => {
    const value = all[measure];
    return value == null ? [] : [[measure, value] as const];
  });
  return Object.fromEntries(measured);
}

function cacheOf({ cachedScriptCount }: Report): CostFacts['cache'] {
  if (cachedScriptCount === null) return '';
  return cachedScriptCount > 0 ? 'warm' : 'cold';
}

function scriptsOf({ longFrames }: Report): CostFacts['scripts'] {
  const scripts = new Map<string, number>();
  for (const frame of longFrames?.worst ?? [])
    for (const { script, ms } of frame.scripts)
      scripts.set(script ?? '', (scripts.get(script ?? '') ?? 0) + ms);
  return [...scripts].sort(([, one], [, other]) => other - one).slice(0, costLimits.scriptsCount);
}
