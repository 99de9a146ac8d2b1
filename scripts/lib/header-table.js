import { createAnswerHeaders, demoKinds } from '../../server/http/answer-headers.ts';

/** @typedef {import('../../server/http/answer-headers.ts').AnswerHeaders} AnswerHeaders */

/** @returns {string} a row for each kind of answer of a server without any configuration */
export function headerTable() {
  const player = Object.values(createAnswerHeaders({})).map((kind) => ({ kind, row: rowOf(kind) }));
  const demo = demoKinds.map((kind) => ({ kind, row: rowOf(kind) }));
  /** @param {{ row: string }} own */
  const isOnBoth = ({ row }) => demo.some((other) => other.row === row);
  /** @param {{ row: string }} own */
  const isOnPlayer = ({ row }) => player.some((other) => other.row === row);
  return [
    '| answers | headers | `Cache-Control` unless it is an error |',
    '| --- | --- | --- |',
    ...player.map(
      (own) => `| ${own.kind.title}${isOnBoth(own) ? ' (both ports)' : ''}: ${own.row}`,
    ),
    ...demo
      .filter((own) => !isOnPlayer(own))
      .map(({ kind, row }) => `| ${kind.title} (\`--demo-port\`): ${row}`),
  ].join('\n');
}

/**
 * @param {Pick<AnswerHeaders, 'paths' | 'headers' | 'cached'>} kind
 * @returns {string} its row after the title
 */
function rowOf({ paths, headers, cached }) {
  const lines = Object.entries(headers).map(([name, value]) => `\`${name}: ${value}\``);
  return `${codes(paths).join(', ')} | ${lines.join('<br>')} | ${codes(cached).join('<br>')} |`;
}

/** @param {readonly string[]} texts */
const codes = (texts) => texts.map((text) => `\`${text}\``);
