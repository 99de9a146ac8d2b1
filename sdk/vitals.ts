import { sdkConfig } from './sdk-config.ts';
import { mergeVital } from './vitals/merge-vital.ts';
import { addReport, type FramePlace, noVitals } from './vitals/players-vitals.ts';
import {
  type MergedMetric,
  rate,
  type VitalMetric,
  type VitalName,
} from './vitals/vital-metric.ts';
import { watchPlayers } from './vitals/watch-players.ts';

export type { MergedMetric, PlayerShare, VitalMetric } from './vitals/vital-metric.ts';

/** A function of `web-vitals`, such as `onINP`. */
export type VitalFunction = (
  report: (metric: VitalMetric) => void,
  options?: { reportAllChanges?: boolean },
) => void;

export interface MergeOptions {
  /** Origin of the players; default: that of this script, or `sdkConfig.host`. */
  host?: string;
  /**
   * As in `web-vitals`: reports each change, instead of when the page is hidden. The script of INP
   * may come in another report with a `delta` of 0.
   */
  reportAllChanges?: boolean;
}

interface VitalState {
  /** The page's own metric, which the library goes on changing. */
  page: VitalMetric | null;
  /** The reported metric's; `null` before the first report. */
  id: string | null;
  sentValue: number | null;
  /** A player may report the script of an interaction after its time. */
  hasSentScript: boolean;
}

const unsent = { id: null, sentValue: null, hasSentScript: false };

/**
 * Measures the Web Vitals of a page together with those of its players. A browser measures each
 * frame by itself and shows a page nothing of frames on other sites, though viewers and the Chrome
 * UX Report do not distinguish them. Calls the given functions of `web-vitals`, in place of the
 * page:
 *
 * - INP is the slowest interaction, on the page or with a player.
 * - CLS is the sum; a player's shifts count by the part of the viewport that its frame covers.
 * - LCP is the largest paint, of the page or of a player.
 * @param functions of `web-vitals` or `web-vitals/attribution`, those that the page uses
 * @param report receives the metrics, as from `web-vitals`. If players have a part of a value, its
 *   `attribution.player` says which
 * @throws a TypeError if the players' host is unknown or no web address
 */
export function mergeVitals<Metric = MergedMetric>(
  functions: { onCLS?: VitalFunction; onINP?: VitalFunction; onLCP?: VitalFunction },
  report: (metric: Metric) => void,
  { host = sdkConfig.host, reportAllChanges = false }: MergeOptions = {},
): void {
  const origin = originOf(host);
  const states = new Map<VitalName, VitalState>();
  let vitals = noVitals;
  /** Each frame's layout shift so far. A frame that has loaded another document begins at 0. */
  const shifts = new WeakMap<FramePlace, { timeOriginMs: number; layoutShift: number }>();
  let paintEndMs = document.hidden ? 0 : Number.POSITIVE_INFINITY;

  function send(name: VitalName): void {
    const state = states.get(name);
    const merged = state && mergeVital(name, state.page, { vitals, paintEndMs });
    if (!merged) return;
    const hasScript = Boolean(merged.attribution?.player?.script);
    if (merged.value === state.sentValue && (state.hasSentScript || !hasScript)) return;
    const { page } = state;
    state.id ??= page?.id ?? `offstage-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    const metric = {
      navigationType: page?.navigationType ?? navigationType(),
      ...page,
      ...merged,
      name,
      rating: rate(name, merged.value),
      delta: merged.value - (state.sentValue ?? 0),
      id: state.id,
    } satisfies MergedMetric;
    state.sentValue = merged.value;
    state.hasSentScript = hasScript;
    report(metric as Metric);
  }

  function sendAll(): void {
    for (const name of states.keys()) send(name);
  }

  for (const name of ['CLS', 'INP', 'LCP'] as const) {
    const observe = functions[`on${name}`];
    if (!observe) continue;
    states.set(name, { page: null, ...unsent });
    observe(
      (metric) => {
        const state = states.get(name);
        const isSame = !state?.page || state.page.id === metric.id;
        states.set(name, {
          ...(state && isSame ? state : unsent),
          page: metric,
        });
        send(name);
      },
      { reportAllChanges },
    );
  }

  watchPlayers(origin, (place, reported) => {
    const known = shifts.get(place);
    const { timeOriginMs, layoutShift } = reported;
    const before = known?.timeOriginMs === timeOriginMs ? known.layoutShift : 0;
    shifts.set(place, { timeOriginMs, layoutShift: layoutShift ?? before });
    vitals = addReport(vitals, reported, { place, before, pageOriginMs: performance.timeOrigin });
    if (reportAllChanges) sendAll();
  });
  // A script's click is no sign of a viewer.
  for (const type of ['keydown', 'click'])
    addEventListener(type, ({ isTrusted }) => isTrusted && endPaint(), { capture: true });
  // On the window, so after the library, which listens on the document.
  addEventListener('visibilitychange', () => {
    if (!document.hidden) return;
    endPaint();
    sendAll();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // A new page view; the players' pages begin theirs.
    vitals = noVitals;
    for (const name of states.keys()) states.set(name, { page: null, ...unsent });
  });

  function endPaint(): void {
    paintEndMs = Math.min(paintEndMs, performance.now());
  }
}

function originOf(host: string): string {
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url?.protocol.startsWith('http')) return url.origin;
  throw new TypeError(
    `mergeVitals: "${host}" is not the address of a player's host. Pass { host: 'https://your.host' }.`,
  );
}

function navigationType(): string {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type.replace('_', '-') ?? 'navigate';
}
