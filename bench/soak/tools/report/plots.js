import uPlot from 'uplot';

const report = JSON.parse(document.getElementById('report').textContent);
const style = getComputedStyle(document.documentElement);

/** A colour in the current theme; a canvas cannot use CSS variables. */
function colour(name) {
  const probe = document.createElement('span');
  probe.style.color = style.getPropertyValue(`--${name}`);
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

function element(name, text = '', className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function short(value) {
  if (value === null || value === undefined) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

function tickText(value, unit) {
  if (unit !== 'bytes' || value < 1_000) return value.toLocaleString('en');
  return value < 1e6 ? `${value / 1_000} kB` : `${value / 1e6} MB`;
}

/** The fitted line over the whole plot; both ends of the interval rotate around its middle. */
function lineThrough(xs, trend, slope) {
  const middle = (xs[0] + xs.at(-1)) / 2;
  return xs.map((x) => trend.start + trend.slope * middle + slope * (x - middle));
}

function drawPlot({ title, unit, verdict, trend, allowed, xs, ys, isJudged, xLabel }) {
  const parent = document.createElement('section');
  parent.append(element('h3', `${title}, ${unit}`));
  const text =
    trend.slope === null
      ? 'too few points'
      : `${short(trend.slope)} (${short(trend.low)} … ${short(trend.high)}) each ${xLabel}, allowed ${short(allowed)}: `;
  const note = element('small', text);
  note.append(element('span', verdict, verdict === 'grows' ? 'bad' : 'well'));
  parent.append(note);
  document.getElementById('plots').append(parent);

  const has = trend.slope !== null;
  const points = (name) => ({
    stroke: 'transparent',
    points: { show: true, size: 4, fill: colour(name), stroke: colour(name) },
  });
  const line = (name, dash) => ({
    stroke: colour(name),
    width: 1.5,
    points: { show: false },
    ...(dash && { dash }),
  });
  const axis = {
    stroke: colour('muted'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line') },
  };
  const most = Math.max(...ys.filter((y) => y !== null));
  return new uPlot(
    {
      width: parent.clientWidth || 360,
      height: 200,
      legend: { show: false },
      cursor: { show: false },
      // Starts at 0: relevant leaks are visible, and the noise of a flat line does not look like
      // one.
      scales: { x: { time: false }, y: { range: () => [0, most * 1.15 || 1] } },
      axes: [
        axis,
        { ...axis, size: 70, values: (_, ticks) => ticks.map((tick) => tickText(tick, unit)) },
      ],
      series: [
        {},
        points('muted'),
        points('ours'),
        line('bad'),
        line('muted', [4, 4]),
        line('muted', [4, 4]),
      ],
    },
    [
      xs,
      ys.map((y, index) => (isJudged[index] ? null : y)),
      ys.map((y, index) => (isJudged[index] ? y : null)),
      has ? lineThrough(xs, trend, trend.slope) : xs.map(() => null),
      has ? lineThrough(xs, trend, trend.low) : xs.map(() => null),
      has ? lineThrough(xs, trend, trend.high) : xs.map(() => null),
    ],
    parent,
  );
}

function drawPage({ cycles, trends }) {
  for (const { measure, trend, verdict, judged } of trends) {
    const rows = cycles.filter(({ values }) => values[measure.id] !== undefined);
    if (rows.length < 2) continue;
    drawPlot({
      ...measure,
      trend,
      verdict,
      xLabel: 'cycle',
      xs: rows.map(({ cycle }) => cycle),
      ys: rows.map(({ values }) => values[measure.id]),
      isJudged: rows.map(({ cycle }) => judged.includes(cycle)),
    });
  }
}

function drawMemory({ samples, memory }) {
  if (samples.length < 2) return;
  const first = Math.floor(samples.length / 3);
  drawPlot({
    title: 'Heap of the server under load, by events',
    unit: 'bytes',
    ...memory,
    xLabel: 'event',
    xs: samples.map(({ events }) => events),
    ys: samples.map(({ bytes }) => bytes),
    isJudged: samples.map((_, index) => index >= first),
  });
}

function addTable(title, head, rows) {
  const tables = document.getElementById('tables');
  tables.append(element('h2', title));
  const scroll = element('div', '', 'scroll');
  const table = element('table');
  const first = table.createTHead().insertRow();
  for (const text of head) first.append(element('th', text));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const text of row) line.append(element('td', text));
  }
  scroll.append(table);
  tables.append(scroll);
}

function addLoad({ ramp, sustained, acknowledged, stored }) {
  addTable(
    'The intake under load',
    [
      'connections',
      'seconds',
      'events/s',
      'batch p50 ms',
      'p99 ms',
      'p99.9 ms',
      'longest ms',
      'server CPU %',
      'refused',
    ],
    [...ramp, sustained].map((step) => [
      short(step.connections),
      short(step.seconds),
      short(step.eventsPerSecond),
      short(step.p50Ms),
      short(step.p99Ms),
      short(step.p999Ms),
      short(step.maxMs),
      short(step.cpuPercent),
      Object.entries(step.refusals)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ') || 'none',
    ]),
  );
  document
    .getElementById('tables')
    .append(element('p', `${short(acknowledged)} events acknowledged, ${short(stored)} stored.`));
}

function addCrash({ kills, acknowledged, stored, repeated, page }) {
  addTable(
    'The server killed in the middle of the load',
    ['kill', 'events acknowledged before it', 'batches under way'],
    kills.map((round, index) => [
      short(index + 1),
      short(round.acknowledged),
      short(round.underWay),
    ]),
  );
  document
    .getElementById('tables')
    .append(
      element(
        'p',
        `${short(acknowledged)} events of the load were acknowledged, ${short(repeated)} came twice, ${short(stored)} are stored with those of the embed that played meanwhile: ${short(page.created)} created, ${short(page.delivered)} delivered.`,
      ),
    );
}

function addSinks({ kills, acknowledged, past, clickHouse, parquet, webhooks }) {
  document
    .getElementById('tables')
    .append(
      element('h2', `All sinks, server killed ${kills} times`),
      element(
        'p',
        `${short(acknowledged)} events of the load were acknowledged, beside ${short(past)} of earlier hours. ClickHouse has ${short(clickHouse)}, and ${short(parquet.files)} Parquet files have ${short(parquet.events)}. The receiver of webhooks has a message about each of ${webhooks.films} films.`,
      ),
    );
}

const problems = [report.page, report.load, report.crash, report.sinks].flatMap(
  (part) => part?.problems ?? [],
);
const about = [
  report.page?.browser,
  report.page && `${report.page.cycles.length} cycles in ${report.page.minutes} minutes`,
  `${report.measuredAt.slice(0, 16).replace('T', ' ')} UTC`,
];
document.getElementById('about').textContent =
  `${about.filter(Boolean).join(', ')}.${report.isLeakPlanted ? ' A leak was planted: this report must be red.' : ''}`;
const verdict = document.getElementById('verdict');
if (problems.length === 0) verdict.append(element('p', 'All is well.', 'well'));
else {
  const list = element('ul');
  for (const problem of problems) list.append(element('li', problem, 'bad'));
  verdict.append(list);
}
function drawPlots() {
  document.getElementById('plots').replaceChildren();
  if (report.page) drawPage(report.page);
  if (report.load) drawMemory(report.load);
}
drawPlots();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawPlots);
if (report.load) addLoad(report.load);
if (report.crash) addCrash(report.crash);
if (report.sinks) addSinks(report.sinks);
