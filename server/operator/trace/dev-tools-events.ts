import { type ChromeEvent, microseconds } from './chrome-event.ts';
import type { PlacedEntry } from './place-entries.ts';
import { sessionTraceLimits } from './session-trace-limits.ts';

/** A page with measures that name their tracks. */
const pid = 2;
const tid = 1;
const cat = 'blink.user_timing';

/** @returns what DevTools needs to know a page */
export function devToolsHead(title: string, startMs: number): ChromeEvent[] {
  const frame = 'session';
  const frames = [{ frame, url: '', name: title, processId: pid, isOutermostMainFrame: true }];
  return [
    { name: 'process_name', ph: 'M', pid, tid: 0, args: { name: 'Renderer' } },
    { name: 'process_labels', ph: 'M', pid, tid: 0, args: { labels: 'the same for DevTools' } },
    { name: 'thread_name', ph: 'M', pid, tid, args: { name: 'CrRendererMain' } },
    {
      name: 'TracingStartedInBrowser',
      cat: 'disabled-by-default-devtools.timeline',
      ph: 'I',
      s: 't',
      pid,
      tid,
      ts: microseconds(startMs),
      args: { data: { frameTreeNodeId: 1, persistentIds: true, frames } },
    },
  ];
}

/**
 * @param index number of the entry
 * @returns a [measure on a track](https://developer.chrome.com/docs/devtools/performance/extension)
 */
export function devToolsEntry({ entry, lane }: PlacedEntry, index: number): ChromeEvent[] {
  const { track, name, startMs, endMs, facts } = entry;
  const properties = Object.entries(facts).map(([key, value]) => [key, shown(value)]);
  const devtools = {
    dataType: 'track-entry',
    track: lane === 0 ? track : `${track} ${lane + 1}`,
    color: facts.stack === undefined ? 'primary' : 'error',
    properties,
  };
  const common = { name, cat, pid, tid, id2: { local: `0x${index.toString(16)}` } };
  const endTs = microseconds(Math.max(endMs ?? startMs, startMs + sessionTraceLimits.momentMs));
  return [
    {
      ...common,
      ph: 'b',
      ts: microseconds(startMs),
      args: { detail: JSON.stringify({ devtools }) },
    },
    { ...common, ph: 'e', ts: endTs, args: {} },
  ];
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
