import { SeverityNumber } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { createLog, type Log } from '../../../../../server/operator/log/create-log.ts';
import {
  bothLogs,
  createExportedLog,
  type LogEvent,
} from '../../../../../server/operator/otlp/exported-log.ts';
import { otlpLimits } from '../../../../../server/operator/otlp/otlp-limits.ts';
import { toLogRecord } from '../../../../../server/operator/otlp/to-log-record.ts';

const now = () => 1_700_000_000_123;

function exportedBy(write: (log: Log) => void) {
  const events: LogEvent[] = [];
  write(createExportedLog((event) => events.push(event), now));
  return events.map(toLogRecord);
}

test('control characters of names do not reach a terminal that shows exported records', () => {
  const [record] = exportedBy((log) => log.info('LIBRARY', 'a\u001b[2Jb', { file: '\u202ec' }));
  expect(record).toMatchObject({ body: 'a\\u001b[2Jb', attributes: { file: '\\u202ec' } });
});

test('an endless text is cut', () => {
  const [record] = exportedBy((log) =>
    log.error('X', 'x'.repeat(1_000_000), { path: 'y'.repeat(9_999) }),
  );
  expect(String(record?.body)).toHaveLength(otlpLimits.textMaxChars);
  expect(record?.attributes?.path).toHaveLength(otlpLimits.textMaxChars);
});

test('a record has what a line of JSON has', () => {
  const write = (log: Log) => {
    log.info('LISTENING', 'It listens.', { port: 4_400, isCutOff: false, none: null });
    log.warn('LIBRARY', 'odd file');
    log.error('INTERNAL', new Error('broke'), { requestId: 'r1' });
    log.error('STORE', 'away');
  };
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  write(createLog({ format: 'json', print, printError: print, now }));
  const shown = lines.map((line) => JSON.parse(line, (_name, value) => value ?? undefined));
  const records = exportedBy(write);
  expect(
    records.map(({ severityText, body, attributes }) => ({
      time: new Date(now()).toISOString(),
      level: severityText?.toLowerCase(),
      message: body,
      ...attributes,
      ...(attributes?.stack !== undefined && {
        stack: expect.stringContaining('exported-log.test'),
      }),
    })),
  ).toEqual(shown);
  expect(records.map(({ severityNumber }) => severityNumber)).toEqual([
    SeverityNumber.INFO,
    SeverityNumber.WARN,
    SeverityNumber.ERROR,
    SeverityNumber.ERROR,
  ]);
  expect(records[0]?.timestamp).toEqual([1_700_000_000, 123_000_000]);
});

test('two logs get each event', () => {
  const seen: unknown[][] = [];
  const log = (name: string): Log => ({
    info: (...event) => seen.push([name, 'info', ...event]),
    warn: (...event) => seen.push([name, 'warn', ...event]),
    error: (...event) => seen.push([name, 'error', ...event]),
  });
  const both = bothLogs(log('a'), log('b'));
  both.info('I', 'i', { n: 1 });
  both.warn('W', 'w');
  both.error('E', 'e');
  expect(seen).toEqual([
    ['a', 'info', 'I', 'i', { n: 1 }],
    ['b', 'info', 'I', 'i', { n: 1 }],
    ['a', 'warn', 'W', 'w'],
    ['b', 'warn', 'W', 'w'],
    ['a', 'error', 'E', 'e'],
    ['b', 'error', 'E', 'e'],
  ]);
});
