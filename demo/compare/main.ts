import { readDemoConfig } from '../demo-config.ts';
import { createDemoLibrary } from '../demo-library.ts';
import { element, find } from '../element.ts';
import { embedUrl } from '../embed-url.ts';
import { createPlayerFrame } from '../player-frame.ts';
import { openWire, type Wire } from '../wire.ts';
import { type ComparedReport, costRows } from './cost-rows.ts';

const { embedOrigin, firstVideo } = createDemoLibrary(readDemoConfig(document));
const videoId = new URLSearchParams(location.search).get('v') ?? firstVideo;

/** Interval of requests under load; players never report by a timer. */
const askEveryMs = 1_000;
/** Hosts' commands are logged at most ten times a second. */
const loadEveryMs = 100;

const reports: Record<string, ComparedReport> = {};
const table = find<HTMLTableSectionElement>('#costs');

function openPlayer(runtime: string): Wire {
  const frame = createPlayerFrame(
    embedUrl(embedOrigin, videoId, [
      ['runtime', runtime],
      ['mute', '1'],
      // Both must be able to play at the same time.
      ['exclusive', '0'],
    ]),
  );
  find(`[data-runtime=${runtime}]`).append(frame);
  return openWire({
    frame,
    embedOrigin,
    events: ['onPerformanceReport'],
    onMessage({ direction, message }) {
      if (direction !== 'received' || message.event !== 'onPerformanceReport') return;
      reports[runtime] = message.info as ComparedReport;
      show();
    },
  });
}

function show(): void {
  const rows = costRows(reports.worker ?? null, reports.main ?? null).map(([name, ...values]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', textContent: name }),
      ...values.map((value) => element('td', { textContent: value })),
    ),
  );
  table.replaceChildren(...rows);
}

const wires = [openPlayer('worker'), openPlayer('main')];
const both = (func: string, ...args: unknown[]) => {
  for (const wire of wires) wire.command(func, ...args);
};
// An empty budget changes nothing, but the player answers with a report.
const measure = () => both('setPerformanceBudget', {});

for (const button of document.querySelectorAll<HTMLElement>('[data-func]'))
  button.addEventListener('click', () => both(button.dataset.func ?? ''));
find('#seek').addEventListener('click', () => both('seekTo', 20, true));
find('#measure').addEventListener('click', measure);

const load = find<HTMLInputElement>('#load');
let timers: number[] = [];
load.addEventListener('change', () => {
  for (const timer of timers) clearInterval(timer);
  timers = load.checked
    ? [setInterval(() => both('setVolume', 100), loadEveryMs), setInterval(measure, askEveryMs)]
    : [];
  measure();
});
show();
