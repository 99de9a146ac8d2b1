import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LogarithmicScale,
  Tooltip,
} from 'chart.js';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, LogarithmicScale, Tooltip);

const report = JSON.parse(document.getElementById('report').textContent);
const ourLane = 'ours';
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

function short(value) {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}

function element(name, text = '', className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function goalText({ measure, isMet }) {
  if (measure.goal === undefined) return element('span');
  const goal = measure.goal === 0 ? 'Goal: 0, in every trial' : `Goal: at most ${measure.goal}`;
  if (isMet === null) return element('span', goal, 'goal');
  return element('span', `${goal} – ${isMet ? 'met' : 'not met'}`, isMet ? 'met' : 'missed');
}

function fillTable() {
  const table = document.getElementById('table');
  const head = table.createTHead().insertRow();
  head.append(element('th', 'measure'), element('th', 'goal'));
  for (const { id, title } of report.lanes)
    head.append(element('th', title, id === ourLane ? 'ours' : ''));
  const body = table.createTBody();
  for (const row of report.rows) {
    const line = body.insertRow();
    line.append(element('th', `${row.measure.title}, ${row.measure.unit}`));
    const goal = element('td');
    goal.append(goalText(row));
    line.append(goal);
    for (const { id } of report.lanes) line.append(valueCell(row, id));
  }
}

function valueCell({ values, ratios }, lane) {
  const value = values[lane];
  if (value === undefined) return element('td', '–');
  const cell = element('td', short(value.median), lane === ourLane ? 'ours' : '');
  if (value.min !== value.max)
    cell.append(element('small', `${short(value.min)}–${short(value.max)}`));
  if (ratios[lane] !== undefined && lane !== ourLane)
    cell.append(element('small', `×${short(ratios[lane])}`));
  return cell;
}

/** Start of a logarithmic scale, so that the shortest bar is visible. */
const powerOfTenBelow = (value) => 10 ** (Math.ceil(Math.log10(value)) - 1);

/** Lines from minimum to maximum, over the bars. */
const whiskers = (values) => ({
  id: 'whiskers',
  afterDatasetsDraw(chart) {
    const { ctx } = chart;
    const { x } = chart.scales;
    ctx.save();
    ctx.strokeStyle = colour('text');
    for (const [index, bar] of chart.getDatasetMeta(0).data.entries()) {
      const { min, max } = values[index];
      const from = x.getPixelForValue(Math.max(min, x.min));
      const to = x.getPixelForValue(max);
      ctx.beginPath();
      ctx.moveTo(from, bar.y);
      ctx.lineTo(to, bar.y);
      for (const at of [from, to]) {
        ctx.moveTo(at, bar.y - 4);
        ctx.lineTo(at, bar.y + 4);
      }
      ctx.stroke();
    }
    ctx.restore();
  },
});

function drawPlot(row, parent) {
  const lanes = report.lanes.filter(({ id }) => row.values[id] !== undefined);
  const values = lanes.map(({ id }) => row.values[id]);
  const positive = values.map(({ median }) => median).filter((median) => median > 0);
  // Linear bars start at 0. A logarithmic scale has no 0, so a value of 0 has no bar there.
  const isLogarithmic = positive.length > 1 && Math.max(...positive) / Math.min(...positive) > 20;

  const section = element('section');
  section.append(element('h3', `${row.measure.title}, ${row.measure.unit}`));
  section.append(element('p', row.measure.explanation));
  const notes = element('p');
  notes.append(goalText(row), element('small', isLogarithmic ? ' Logarithmic scale.' : ''));
  section.append(notes);
  const plot = element('div', '', 'plot');
  plot.style.height = `${lanes.length * 2 + 3}rem`;
  const canvas = element('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `${row.measure.title}; the values are in the table above`);
  plot.append(canvas);
  section.append(plot);
  parent.append(section);

  const axis = { ticks: { color: colour('muted') }, grid: { color: colour('line') } };
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: lanes.map(({ title }, index) => `${title}: ${short(values[index].median)}`),
      datasets: [
        {
          data: values.map(({ median }) => median),
          backgroundColor: lanes.map(({ id }) => colour(id === ourLane ? 'ours' : 'muted')),
          barPercentage: 0.7,
        },
      ],
    },
    options: {
      indexAxis: 'y',
      animation: false,
      maintainAspectRatio: false,
      scales: {
        x: isLogarithmic
          ? { ...axis, type: 'logarithmic', min: powerOfTenBelow(Math.min(...positive)) }
          : { ...axis, type: 'linear', beginAtZero: true },
        y: { ...axis, ticks: { color: colour('text') }, grid: { display: false } },
      },
    },
    plugins: [whiskers(values)],
  });
}

let charts = [];
function drawPlots() {
  for (const chart of charts) chart.destroy();
  const parent = document.getElementById('plots');
  parent.replaceChildren();
  charts = report.rows
    .filter(({ values }) => Object.keys(values).length > 0)
    .map((row) => drawPlot(row, parent));
}

const smoke = report.isQuick ? ' This was a smoke test: its figures mean nothing.' : '';
document.getElementById('about').textContent =
  `${report.browser}, ${report.rounds} ${report.rounds === 1 ? 'round' : 'rounds'}, ${report.measuredAt.slice(0, 16).replace('T', ' ')} UTC.${smoke}`;
for (const { title, settings } of report.lanes)
  document.getElementById('lanes').append(element('dt', title), element('dd', settings));
fillTable();
drawPlots();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawPlots);
