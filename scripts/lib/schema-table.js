import { publishedSchemas } from '../../server/api/schemas/published-schemas.ts';

/** @returns {string} a row for each schema that the server publishes */
export function schemaTable() {
  const rows = publishedSchemas.map(
    ({ name, title, describes }) =>
      `| \`${name}\` | ${title} | ${firstSentence(describes).replaceAll('|', '\\|')} |`,
  );
  return ['| name | what | where |', '| --- | --- | --- |', ...rows].join('\n');
}

/** @param {string} text */
function firstSentence(text) {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/[.:]$/, '') ?? text;
}
