import { bridgeLimits } from '../../../shared/limits/bridge-limits.ts';
import { debugLimits } from '../../../shared/limits/debug-limits.ts';
import type { Player } from '../../boot/player.ts';
import type { HostDiagnosis } from '../../bridge/host-protocols.ts';
import type { Refusal } from '../../bridge/refusal.ts';
import { createStyleLoader } from '../../page/load-style.ts';
import { measurePage } from '../../telemetry/performance/measure-page.ts';
import { keptSpans, trackSummaries } from '../../telemetry/trace/kept-spans.ts';
import type { Diagnosis } from '../diagnose.ts';
import debugStyleUrl from './debug-panel.css?url';
import { describeCost } from './describe-cost.ts';

const loadStyle = createStyleLoader(debugStyleUrl);

/** Cause and fix of each refusal, for the developer of the host page. */
const refusalTexts: Record<Refusal, string> = {
  WRONG_ORIGIN: 'The sender’s origin differs from the `origin` parameter or the first handshake.',
  WRONG_SOURCE:
    'Another window did the handshake; only its commands are accepted until it is gone.',
  OPAQUE_HOST:
    "The sender has an opaque origin: its page was opened as a file, or is sandboxed without allow-same-origin. Serve it over http(s), or start the player's server with --opaque-hosts allow.",
  NOT_A_STRING: 'Messages must be JSON strings: send JSON.stringify(message).',
  TOO_LONG: `Messages may have up to ${bridgeLimits.messageMaxChars.toLocaleString('en')} characters.`,
  NOT_JSON: 'The text is not a JSON object.',
  NOT_A_MESSAGE: 'The object is not a message: it needs "event" (or "method", for player.js).',
  JS_API_OFF: 'The frame’s URL lacks enablejsapi=1.',
  NOT_READY: 'The command was sent before onReady.',
  UNKNOWN_EVENT: 'Hosts can only send the events "listening" and "command".',
  UNKNOWN_FUNCTION: 'The function does not exist, or hosts may not call it: see apiInterface.',
  BAD_ARGUMENTS: 'The arguments are invalid; the function did nothing.',
};

/** Shows the player's status over the picture. Only with `debug=1`. */
export function startDebugPanel(player: Player): void {
  const { stage, signal } = player;
  const cost = measurePage(player);
  const panel = document.createElement('section');
  panel.className = 'debug-panel';
  // English for the host page's developer, whatever the viewer's language.
  panel.lang = 'en';
  panel.dir = 'ltr';
  panel.setAttribute('aria-label', 'Debug');
  stage.root.append(panel);
  // Without its stylesheet the panel appears below the picture.
  loadStyle().catch(reportError);
  let shown = '';

  function show(): void {
    const report = cost.read();
    // The services were not running yet.
    if (report.place !== null && report.servicesScripts === null) cost.ask();
    const rows = [
      ...describe(player.diagnose(), player.args.origin),
      ...describeCost(report, trackSummaries(), keptSpans()),
    ];
    const text = JSON.stringify(rows);
    // Unchanged rows are kept, so that text can be selected and read aloud.
    if (text === shown) return;
    shown = text;
    const list = document.createElement('dl');
    for (const [name, value] of rows) list.append(cell('dt', name), cell('dd', value));
    panel.replaceChildren(list);
  }

  show();
  const timer = setInterval(show, debugLimits.updateMs);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

type Row = [name: string, value: string];

/** @param originParameter of the page's URL; may be empty */
function describe(
  { version, host, player, services, configProblems, configs, denied, loss }: Diagnosis,
  originParameter: string,
): Row[] {
  const dropped = Object.values(loss.dropped).reduce((sum, count) => sum + count, 0);
  return [
    ['Offstage', version],
    [
      'Host',
      host.origin ?? (player.isFramed ? 'no handshake yet' : 'none: the page is not in a frame'),
    ],
    // Near the top, because a small frame shows only the first rows.
    ...describeRefusals(host, originParameter),
    [
      'Video',
      `${player.videoId || '–'} · state ${player.state} · ${player.engine ?? 'no engine yet'}`,
    ],
    ['Error', player.error ?? 'none'],
    [
      'Services',
      `${services.place ?? 'starting'} · ${services.isOnline ? 'online' : 'offline'} · queue ${services.queue ?? '–'}${services.queueDenied ? ` (${services.queueDenied.code}: ${services.queueDenied.message})` : ''}`,
    ],
    ['Sending', services.sendingFailure ?? 'works'],
    ['Consent', services.consent],
    [
      'Events',
      `${loss.created} created = ${loss.delivered} delivered + ${loss.queued} queued + ${dropped} dropped`,
    ],
    ['Page config', configProblems.length === 0 ? 'valid' : ''],
    ...configProblems.map(({ code, field, message }): Row => [code ?? '', `${field}: ${message}`]),
    ['Provider config', configs === null ? '…' : configs.length === 0 ? 'none yet' : ''],
    ...(configs ?? []).map(
      ({ name, ageMs, problem }): Row => [
        name,
        problem === null ? `active, ${Math.round(ageMs / 1_000)} s old` : `not active: ${problem}`,
      ],
    ),
    ['Denied', denied === null ? '…' : denied.length === 0 ? 'nothing' : ''],
    ...(denied ?? []).map(({ name, cause }): Row => [name, cause]),
  ];
}

function describeRefusals(
  { origin, refusals, refusedOrigin }: HostDiagnosis,
  originParameter: string,
): Row[] {
  const counts = Object.entries(refusals) as [Refusal, number][];
  const origins = `Accepted: ${origin ?? originParameter}; the last refused message: ${refusedOrigin}.`;
  return [
    ['Refused messages', counts.length === 0 ? 'none' : ''],
    ...counts.map(
      ([code, count]): Row => [
        code,
        `${count}. ${refusalTexts[code]}${code === 'WRONG_ORIGIN' ? ` ${origins}` : ''}`,
      ],
    ),
  ];
}

function cell(tag: 'dt' | 'dd', text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
