import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ApiCommand } from '../../shared/wire/api-calls.ts';
import { apiCallSchemas } from '../../shared/wire/api-schemas.ts';
import {
  blocksOf,
  codesIn,
  documents,
  fieldListsOf,
  namesInParagraph,
  namesInTable,
  readDocument,
  root,
  rowsOf,
  valuesIn,
} from '../support/documents.ts';
import { problemsOf, schemaDocument } from '../support/published.ts';
import { publishedSamples } from '../support/published-samples.ts';
import { compareFields, fieldsIn } from '../support/schema-fields.ts';
import { logBatch, logEvent } from './server/support/log-batches.ts';
import { startTestServer } from './server/support/start-test-server.ts';

const context = publishedSamples['player-request']?.context;
const blocks = documents
  .flatMap(blocksOf)
  .map((block) => ({ ...block, values: valuesIn(block, context) }))
  .filter(({ values, mark }) => values.length > 0 || mark !== null);

test('the documents contain JSON', () => {
  const languages = Object.groupBy(blocks, ({ language }) => language);
  expect(languages.json?.length).toBeGreaterThan(11);
  expect(languages.html?.length).toBeGreaterThan(0);
  expect(languages.js?.length).toBeGreaterThan(1);
});

test.each(blocks)(
  'the JSON at $where names its schema and matches it, or says why it has none [feature-schemas]',
  ({ mark, values }) => {
    expect(
      mark,
      'put <!-- schema: NAME --> before it, or <!-- schema: none, because … -->',
    ).not.toBeNull();
    if (mark?.startsWith('none, because ')) return;
    expect(values).not.toEqual([]);
    for (const value of values) expect(problemsOf(mark ?? '', value)).toEqual([]);
  },
);

const lists = documents.flatMap(fieldListsOf);

/** Page configs have them too. */
const urlParameters = namesInTable(
  /^\| parameter .*?(?=\n\n)/ms.exec(readDocument('docs/url-parameters.md'))?.[0] ?? '',
).filter((name) => name !== 'token');

test.each(lists.filter(({ mark }) => mark !== 'each row' && mark !== 'api-calls'))(
  'the fields of $mark in $file are exactly those of its schema [feature-schemas]',
  ({ mark, text }) => {
    const [schema = '', ...within] = mark.split('.');
    const named = text.startsWith('|') ? namesInTable(text) : namesInParagraph(text);
    const elsewhere = mark === 'page-config' ? urlParameters.map((name) => `args.${name}`) : [];
    expect(named.length).toBeGreaterThan(3);
    const fields = fieldsIn(schemaDocument(schema), within.join('.'));
    expect(compareFields(fields, new Set([...named, ...elsewhere]))).toEqual({
      invented: [],
      missing: [],
    });
  },
);

const rows = lists
  .filter(({ mark }) => mark === 'each row')
  .flatMap(({ text }) => rowsOf(text))
  .map(([, schema = '', fields = '']) => ({
    name: codesIn(schema)[0] ?? '',
    fields: codesIn(fields),
  }));

test.each(rows)(
  'the row of $name has exactly the fields of its schema [feature-schemas]',
  ({ name, fields }) => {
    expect(fields).toEqual(Object.keys(schemaDocument(name).properties ?? {}));
  },
);

test('all sent, stored and configured data has its fields in a document', () => {
  const named = new Set([
    ...rows.map(({ name }) => name),
    ...lists.map(({ mark }) => mark.split('.')[0] ?? ''),
  ]);
  for (const name of [
    'event',
    'log-entry',
    'error',
    'gaps',
    'feedback',
    'playback',
    'summary',
    'qoe',
    'report',
  ])
    expect(named).toContain(`telemetry-${name}`);
  for (const name of [
    'player-reply',
    'playlist-reply',
    'visitor-id-reply',
    'response-context',
    'request-context',
  ])
    expect(named).toContain(name);
  for (const name of [
    'page-config',
    'page-config-file',
    'sidecar',
    'host-message',
    'player-js-message',
  ])
    expect(named).toContain(name);
  for (const name of ['performance-budget', 'performance-report', 'qoe-summary', 'error-report'])
    expect(named).toContain(name);
});

test('the table of API calls has each command with its fields, optional ones marked, and its answer [feature-schemas]', () => {
  const table = lists.find(({ mark }) => mark === 'api-calls')?.text ?? '';
  const reported = rowsOf(table).flatMap(([commands = '', fields = '', value = '']) => {
    const names = [...fields.matchAll(/`(\w+)`(\??)/g)].map(([, name, mark]) => `${name}${mark}`);
    const values = codesIn(value).filter((code) => /^\w+$/.test(code));
    return codesIn(commands).map((command) => [command, { fields: names.toSorted(), values }]);
  });
  const wanted = Object.keys(apiCallSchemas).map((command) => {
    const { fields, reply } = apiCallSchemas[command as ApiCommand];
    const names = Object.entries(fields.shape).map(
      ([name, { _zod }]) => `${name}${_zod.optin === 'optional' ? '?' : ''}`,
    );
    return [command, { fields: names.toSorted(), values: Object.keys(reply.shape) }];
  });
  expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(wanted));
});

test('the program of docs/schemas.md runs, and finds that stored events match', async () => {
  const server = await startTestServer();
  await fetch(`${server.embed}/youtubei/v1/log_event`, {
    method: 'POST',
    body: JSON.stringify(logBatch([logEvent(1), logEvent(2)])),
  });
  const code = blocksOf('docs/schemas.md').find(({ language }) => language === 'js')?.code ?? '';
  const program = code.replace('http://localhost:4400', server.embed);
  expect(program).not.toBe(code);
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
  });
  expect(run.stdout).toBe('true null\ntrue null\n');
});
