import * as Trace from '@paulirish/trace_engine';

/** An entry on a track of a trace, as the Performance panel of DevTools has it. */
export interface PanelEntry {
  track: string;
  name: string;
  /** Milliseconds from the beginning of the first entry. */
  startMs: number;
  durationMs: number;
  properties: Readonly<Record<string, string>>;
}

/**
 * Reads a trace with the parser of Chrome's DevTools.
 * @returns the entries on its own tracks
 */
export async function parseTrace(json: string): Promise<PanelEntry[]> {
  const model = Trace.TraceModel.Model.createWithAllHandlers();
  await model.parse(JSON.parse(json).traceEvents);
  const tracks = model.parsedTrace()?.data.ExtensionTraceData.extensionTrackData ?? [];
  const entries = tracks.flatMap(({ entriesByTrack }) => Object.values(entriesByTrack).flat());
  const firstMs = Math.min(...entries.map(({ ts }) => ts / 1_000));
  return entries.map(({ name, ts, dur, devtoolsObj }) => ({
    track: devtoolsObj.track,
    name,
    startMs: ts / 1_000 - firstMs,
    durationMs: (dur ?? 0) / 1_000,
    properties: Object.fromEntries(
      (devtoolsObj.properties ?? []).map(([key, value]) => [key, String(value)]),
    ),
  }));
}
