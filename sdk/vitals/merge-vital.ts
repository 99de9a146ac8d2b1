import type { PlayersVitals } from './players-vitals.ts';
import type { MergedMetric, VitalMetric, VitalName } from './vital-metric.ts';

/** The changed fields of a metric. */
export type MergedVital = Pick<MergedMetric, 'value' | 'entries' | 'attribution'>;

/**
 * @param page the page's own metric; `null` before there is one
 * @param paintEndMs the viewer acted or left then, which ends the Largest Contentful Paint
 * @returns the page's vital together with its players'; `null` if there is none
 */
export function mergeVital(
  name: VitalName,
  page: VitalMetric | null,
  { vitals, paintEndMs }: { vitals: PlayersVitals; paintEndMs: number },
): MergedVital | null {
  const { interaction, shift, largestPaint } = vitals;
  switch (name) {
    case 'CLS':
      return shift === null ? page : addShift(page, shift);
    case 'INP':
      return interaction !== null && interaction.inpMs > (page?.value ?? -1)
        ? ofInteraction(interaction)
        : page;
    case 'LCP': {
      const entry = page?.entries.at(-1) as { size?: number } | undefined;
      return largestPaint !== null &&
        largestPaint.areaPx > (entry?.size ?? 0) &&
        largestPaint.atMs <= paintEndMs
        ? ofPaint(largestPaint)
        : page;
    }
  }
}

/** An upper bound: the worst five seconds of page and players need not be the same ones. */
function addShift(
  page: VitalMetric | null,
  { frame, value }: NonNullable<PlayersVitals['shift']>,
): MergedVital {
  return {
    value: (page?.value ?? 0) + value,
    entries: page?.entries ?? [],
    attribution: { ...page?.attribution, player: { frame, value } },
  };
}

/** With all fields of `INPAttribution` that are always there. */
function ofInteraction({
  frame,
  script,
  inpMs,
  type,
  startMs,
  inputDelayMs,
  processingMs,
  presentationMs,
}: NonNullable<PlayersVitals['interaction']>): MergedVital {
  const attribution = {
    interactionTarget: frame,
    interactionType: type.startsWith('key') ? 'keyboard' : 'pointer',
    interactionTime: startMs,
    nextPaintTime: startMs + inpMs,
    inputDelay: inputDelayMs,
    processingDuration: processingMs,
    presentationDelay: presentationMs,
    processedEventEntries: [],
    longAnimationFrameEntries: [],
    loadState: 'complete',
    player: {
      frame,
      value: inpMs,
      script: script && { script: script.script, function: script.function },
    },
  };
  return { value: inpMs, entries: [], attribution };
}

/** With all fields of `LCPAttribution` that are always there. The parts of the time are unknown. */
function ofPaint({ frame, atMs }: NonNullable<PlayersVitals['largestPaint']>): MergedVital {
  const attribution = {
    target: frame,
    timeToFirstByte: 0,
    resourceLoadDelay: 0,
    resourceLoadDuration: 0,
    elementRenderDelay: atMs,
    player: { frame, value: atMs },
  };
  return { value: atMs, entries: [], attribution };
}
