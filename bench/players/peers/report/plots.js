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

const parts = JSON.parse(document.getElementById('report').textContent);
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

function goalOf({ kind, atMost, against }, { lanes }) {
  const other = lanes.find(({ id }) => id === against)?.title ?? against;
  if (kind === 'ratio') return `≤ ${atMost} × ${other}`;
  return kind === 'beyond' ? `≤ ${atMost} beyond ${other}` : `≤ ${atMost}`;
}

function judgedFigure({ measure, judged }) {
  if (judged === null || judged.spread === null) return 'not measured';
  const { median, min, max } = judged.spread;
  const ends = min === max ? '' : ` (${short(min)}–${short(max)})`;
  return `${short(median)}${ends}${measure.goal.kind === 'ratio' ? ' ×' : ''}`;
}

function verdict({ judged }) {
  if (judged === null || judged.isMet === null) return element('span', 'not judged', 'goal');
  return element('span', judged.isMet ? 'met' : 'not met', judged.isMet ? 'met' : 'missed');
}

function heads(table, texts) {
  const row = table.createTHead().insertRow();
  for (const [text, name] of texts) row.append(element('th', text, name));
  return table.createTBody();
}

function fillGoals() {
  const body = heads(document.getElementById('goals'), [
    ['measure'],
    ['Offstage'],
    [''],
    ['goal'],
    ['part'],
  ]);
  for (const { title, groups } of parts)
    for (const group of groups)
      for (const row of group.rows.filter(({ measure }) => measure.goal !== undefined)) {
        const line = body.insertRow();
        line.append(element('th', `${row.measure.title}, ${row.measure.unit}`));
        line.append(element('td', judgedFigure(row)));
        line.insertCell().append(verdict(row));
        line.append(element('td', goalOf(row.measure.goal, group)));
        line.append(element('td', `${title}, ${group.title}`));
      }
}

function valueCell({ values, ratios }, lane, ours) {
  const value = values[lane];
  if (value === undefined) return element('td', '–');
  const cell = element('td', short(value.median), lane === ours ? 'ours' : '');
  if (value.min !== value.max)
    cell.append(element('small', `${short(value.min)}–${short(value.max)}`));
  if (ratios[lane] !== undefined) cell.append(element('small', `×${short(ratios[lane].median)}`));
  return cell;
}

function tableOf(group) {
  const table = element('table');
  const lanes = group.lanes.map(({ id, title }) => [title, id === group.ours ? 'ours' : '']);
  const body = heads(table, [['measure'], ['goal'], ...lanes]);
  for (const row of group.rows) {
    const line = body.insertRow();
    line.append(element('th', `${row.measure.title}, ${row.measure.unit}`));
    const goal = line.insertCell();
    if (row.measure.goal !== undefined)
      goal.append(goalOf(row.measure.goal, group), element('br'), verdict(row));
    for (const { id } of group.lanes) line.append(valueCell(row, id, group.ours));
  }
  const scroll = element('div', '', 'scroll');
  scroll.append(table);
  return scroll;
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

function drawPlot(row, group, parent) {
  const lanes = group.lanes.filter(({ id }) => row.values[id] !== undefined);
  const values = lanes.map(({ id }) => row.values[id]);
  const positive = values.map(({ median }) => median).filter((median) => median > 0);
  // Linear bars start at 0. A logarithmic scale has no 0, so a value of 0 has no bar there.
  const isLogarithmic = positive.length > 1 && Math.max(...positive) / Math.min(...positive) > 20;

  const section = element('section');
  section.append(element('h4', `${row.measure.title}, ${row.measure.unit}`));
  section.append(element('p', row.measure.explanation));
  const notes = element('p');
  if (row.measure.goal !== undefined)
    notes.append(
      `Goal ${goalOf(row.measure.goal, group)}: ${judgedFigure(row)}, `,
      verdict(row),
      '.',
    );
  notes.append(element('small', isLogarithmic ? ' Logarithmic scale.' : ''));
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
          backgroundColor: lanes.map(({ id }) => colour(id === group.ours ? 'ours' : 'muted')),
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

function showPart({ title, about, browser, rounds, measuredAt, isQuick, failures, groups }) {
  const parent = document.getElementById('parts');
  parent.append(element('h2', title), element('p', about));
  const smoke = isQuick ? ' This was a smoke test: its figures mean nothing.' : '';
  const when = measuredAt.slice(0, 16).replace('T', ' ');
  parent.append(
    element(
      'p',
      `${browser}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, ${when} UTC.${smoke}`,
    ),
  );
  for (const { lane, round, message } of failures)
    parent.append(element('p', `Not measured: ${lane}, round ${round + 1}: ${message}`, 'missed'));
  for (const group of groups) {
    parent.append(element('h3', group.title), tableOf(group));
    const details = element('details');
    details.append(element('summary', 'How each was set up'));
    const list = element('dl');
    for (const lane of group.lanes)
      list.append(element('dt', lane.title), element('dd', lane.settings));
    details.append(list);
    const plots = element('div', '', 'plots');
    parent.append(details, plots);
    drawings.push({ group, plots });
  }
}

const drawings = [];
let charts = [];
function drawPlots() {
  for (const chart of charts) chart.destroy();
  charts = drawings.flatMap(({ group, plots }) => {
    plots.replaceChildren();
    return group.rows.map((row) => drawPlot(row, group, plots));
  });
}

fillGoals();
for (const part of parts) showPart(part);
drawPlots();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawPlots);
