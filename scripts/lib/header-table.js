import { createAnswerHeaders, demoKinds } from '../../server/http/answer-headers.ts';

/** @returns {string} a row for each kind of answer of a server without any configuration */
export function headerTable() {
  const kinds = [
    ...Object.values(createAnswerHeaders({})),
    ...demoKinds.map((kind) => ({ ...kind, title: `${kind.title} (\`--demo-port\`)` })),
  ];
  const rows = kinds.map(({ title, paths, headers, cached }) => {
    const lines = Object.entries(headers).map(([name, value]) => `\`${name}: ${value}\``);
    return `| ${title}: ${paths.map((path) => `\`${path}\``).join(', ')} | ${lines.join('<br>')} | ${cached.map((value) => `\`${value}\``).join('<br>')} |`;
  });
  return [
    '| answers | headers | `Cache-Control` unless it is an error |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}
