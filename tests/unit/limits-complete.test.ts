import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Conversions between units, in any file. */
const conversions = ['secMs', 'minuteMs', 'hourMs', 'dayMs', 'minutesPerHour'];

/** Other numbers that look like limits and are none: file, constant, reason. */
const notLimits: readonly [file: string, name: string, reason: string][] = [
  ['hls/worker/rest-when-paused.ts', 'haveCurrentData', 'WHATWG: a value of `readyState`'],
  ['hls/playback/follow-live-edge.ts', 'haveFutureData', 'WHATWG: a value of `readyState`'],
  ['hls/worker/worker-media-element.ts', 'haveFutureData', 'WHATWG: a value of `readyState`'],
  ['server/cli/exit-codes.js', 'usageExitCode', 'a code'],
  ['server/cli/live/live-arguments.ts', 'firstOutputPipe', 'POSIX: the first free descriptor'],
  ['server/cli/live/parse-source.ts', 'rtmpPort', 'RTMP: its default port'],
  ['server/http/client-network.ts', 'clientGroups', 'RFC 6177: groups of an IPv6 network'],
  ['server/http/fairness/rate-limit.ts', 'toleranceMs', 'rounding of fractions'],
  ['server/library/probing/probe-queue.ts', 'rankCount', 'the ranks that `rankOf` returns'],
  ['server/options/network-options.js', 'portMax', 'TCP: the highest port'],
  ['server/operator/trace/dev-tools-events.ts', 'pid', 'a process of the trace'],
  ['server/pages/watch/watch-page.ts', 'shapeWidth', 'geometry of an SVG'],
  ['server/start/serve.ts', 'usageExitCode', 'a code'],
  ['server/store/copy/clickhouse-url.js', 'httpPort', 'ClickHouse: its default port'],
  ['server/store/copy/clickhouse-url.js', 'httpsPort', 'ClickHouse: its default port'],
  ['server/store/migrate/open-source.ts', 'idMax', 'SQLite: the largest value of a header field'],
  ['server/store/postgres/connect-options.ts', 'int8Oid', 'PostgreSQL: a type'],
  ['server/store/postgres/connect-options.ts', 'numericOid', 'PostgreSQL: a type'],
  ['server/store/sqlite/find-damage.ts', 'corruptCode', 'SQLite: a code'],
  ['server/store/sqlite/find-damage.ts', 'noDatabaseCode', 'SQLite: a code'],
  ['server/store/sqlite/sqlite-problem.ts', 'busyCode', 'SQLite: a code'],
  ['server/store/sqlite/sqlite-problem.ts', 'fullCode', 'SQLite: a code'],
  ['server/store/sqlite/sqlite-problem.ts', 'readOnlyCode', 'SQLite: a code'],
  ['shared/player/player-error.ts', 'defaultHostErrorCode', 'YouTube IFrame API: a code'],
  ['shared/player/player-error.ts', 'refusalHostErrorCode', 'YouTube IFrame API: a code'],
  ['shared/telemetry/audience-report.ts', 'retentionParts', 'hundredths of a video'],
  ['shared/telemetry/log-batch.ts', 'list', 'a range has two ends'],
  ['src/player/captions/place-cues.ts', 'linesCount', 'geometry of captions (WebVTT)'],
  ['src/player/captions/place-cues.ts', 'stackWithin', 'geometry of captions'],
  ['src/ui/controls/translation/format-number.ts', 'groupedFrom', 'CLDR: groups of digits'],
  ['src/ui/controls/translation/plural-category.ts', 'smallBelow', 'CLDR: rules of plurals'],
  ['src/ui/panels/context-menu/context-menu.tsx', 'margin', 'layout'],
  ['src/ui/panels/playlist/playlist-panel.tsx', 'rowHeight', 'layout'],
  ['src/ui/panels/transcript/transcript-panel.tsx', 'lineHeight', 'layout'],
  ['worker/events/sending/compress-body.ts', 'utf8MaxBytes', 'UTF-8: bytes of a UTF-16 unit'],
  ['worker/reports/cmcd/serialize-cmcd.ts', 'integerMax', 'RFC 8941: the largest integer'],
  [
    'worker/reports/provider-log/storage-sample.ts',
    'digitsCount',
    'digits that JavaScript reads exactly',
  ],
  [
    'worker/services/services-load.ts',
    'countedTurns',
    'a limit, but the services worker has no bytes left for its name',
  ],
  ['shared/player/is-refusal.ts', 'firstRefusalCode', 'a code of the host protocol'],
];

const rooms = ['src', 'worker', 'shared', 'hls', 'sdk', 'server'];

/** A name that ends with a unit, or that has `max` or `min` in it. */
const unit = String.raw`\w*(?:Ms|Secs?|Seconds|Bytes|Kb|Mb|Chars|Count|Percent|Px|Share|Days|Hours|Max|Min)|(?:max|min|most|least)[A-Z]\w*`;
const number = String.raw`(-?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e\d+)?)\b`;

/** Each finds a name, or the call, and the number. */
const patterns = [
  // Constants, properties, default values.
  new RegExp(String.raw`(?<![\w$.?])(${unit})(?:: \w+)? ?[:=] ${number}`, 'g'),
  // Module-level constants of any name.
  new RegExp(String.raw`^(?:export )?const (\w+)(?:: \w+)? = ${number}(?: [*/+-] [\w.]+)*;`, 'gm'),
  // Lengths in schemas, and cuts; shorter ones are parts of ids and dates.
  new RegExp(String.raw`(?<!function )\b(text)\(${number}(?:, 1)?\)`, 'g'),
  /\.(slice)\(0, (\d{3,}|\d[\d_]+_\d+|[5-9]\d)\)/g,
  new RegExp(String.raw`\b(list)\([^()]*(?:\([^()]*\))?[^()]*, ${number}(?:, 1)?\)`, 'g'),
  // Timers.
  new RegExp(String.raw`\b(setTimeout|setInterval|setTimer)\([^;]*?, ${number}\)`, 'g'),
  new RegExp(String.raw`\b(timeout): ${number}`, 'g'),
];

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

/** @returns the numbers of a source that look like limits: the name or the call, and the number */
function limitsIn(source: string): { name: string; digits: string }[] {
  return patterns
    .flatMap((pattern) => [...withoutComments(source).matchAll(pattern)])
    .map(([, name = '', digits = '']) => ({ name, digits }))
    .filter(({ digits }) => !['0', '1', '-1'].includes(digits));
}

const sources = rooms.flatMap((room) =>
  readdirSync(new URL(`../../${room}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|js)$/.test(path) && !/-limits\.\w+$|\/shapes\//.test(path))
    .map((path) => `${room}/${path}`)
    .map((file) => ({
      file,
      source: readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'),
    })),
);
const found = sources.flatMap(({ file, source }) =>
  limitsIn(source).map((one) => ({ file, ...one })),
);

test('every limit lies in a file of limits', () => {
  const isExplained = ({ file, name }: (typeof found)[number]) =>
    conversions.includes(name) ||
    notLimits.some(([ofFile, ofName]) => ofFile === file && ofName === name);
  const strays = found.filter((one) => !isExplained(one));
  expect(strays.map(({ file, name, digits }) => `${file}: ${name} ${digits}`)).toEqual([]);
});

test('the list of other numbers names only numbers that exist', () => {
  const gone = notLimits.filter(
    ([file, name]) => !found.some((one) => one.file === file && one.name === name),
  );
  expect(gone).toEqual([]);
});

test.each([
  ['const waitMs = 500;'],
  ['const attempts = 3;'],
  ['const bodyLimits = { bodyMaxBytes: 20_000 };'],
  ['const once = { maxNumRetry: 3 };'],
  ['export function look({ everyMs = 50 }) {}'],
  ['title: z.optional(text(500)),'],
  ['list(z.object({ key: signalSchema }), 100)'],
  ['name.slice(0, 100)'],
  ['setTimeout(() => show(), 400)'],
  ['requestIdleCallback(check, { timeout: 1_000 })'],
])('finds the limit in %s', (source) => {
  expect(limitsIn(source)).not.toEqual([]);
});

test.each([
  ['const toMs = seconds * 1_000;'],
  ['let failureCount = 0;'],
  ['if (status === 404) {}'],
  ['// waits: waitMs = 500'],
  ['hash.slice(0, 32)'],
])('finds none in %s', (source) => {
  expect(limitsIn(source)).toEqual([]);
});

test('the player reads its limits one by one, so that its scripts contain no others', () => {
  const taken = sources.filter(
    ({ file, source }) =>
      !file.startsWith('server/') &&
      /\b(?:[a-z]\w*Limits|performanceBudget)\b(?![.(])/.test(
        withoutComments(source).replaceAll(/^import [^;]*;$/gm, ''),
      ),
  );
  expect(taken.map(({ file }) => file)).toEqual([]);
});
