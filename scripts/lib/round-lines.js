import { failureRates, slowestTests } from './count-rounds.js';

/** @typedef {import('./round-file.js').Round} Round */

const slowestCount = 10;

/**
 * Results of rounds, for people.
 * @param {readonly Round[]} rounds
 * @returns {string[]}
 */
export function roundLines(rounds) {
  if (rounds.length === 0) return ['No rounds yet.'];
  const rates = failureRates(rounds);
  return [
    'Rounds:',
    ...rounds.map((round) => `    ${roundLine(round)}`),
    '\nFailed at least once:',
    ...(rates.length === 0 ? ['    nothing'] : []),
    ...rates.flatMap(({ title, failed, ran, message }) => [
      `    ${failed} of ${ran}  ${title}`,
      `        ${message}`,
    ]),
    '\nThe slowest tests (longest, median):',
    ...slowestTests(rounds, slowestCount).map(
      ({ title, longestMs, medianMs }) => `${seconds(longestMs)}${seconds(medianMs)}  ${title}`,
    ),
  ];
}

/** @param {Round} round */
function roundLine({
  startedAt,
  endedAt,
  isInterrupted,
  commit,
  hasChanges,
  load,
  machineLoad,
  suites,
}) {
  const running = Object.keys(suites).filter((name) => suites[name] === null);
  const place = running.length === 0 ? '' : ` during ${running.join(' and ')}`;
  const parts = [
    `${startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    `${commit.slice(0, 9)}${hasChanges ? ' and changes' : ''}`,
    `load: ${load ?? 'none'} (machine at ${machineLoad.toFixed(1)})`,
    ...Object.values(suites).flatMap((suite) =>
      suite === null
        ? []
        : `${suite.name} ${suite.code === 0 ? 'ok' : 'FAILED'}${seconds(suite.durationMs)}`.replace(
            /\s+/g,
            ' ',
          ),
    ),
    ...(endedAt === null ? [`died${place}`] : []),
    ...(isInterrupted ? [`interrupted${place}`] : []),
  ];
  return parts.join(', ');
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(10);
}
