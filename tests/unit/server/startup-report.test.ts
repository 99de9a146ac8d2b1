import { expect, test } from 'vitest';
import { startupReport } from '../../../server/startup-report.ts';
import { testOptions } from './support/start-test-server.ts';

function reportFor(host: string, isTelemetryOn = true): string {
  return startupReport(testOptions({ host, isTelemetryOn }), {
    embedPort: 4400,
    demoPort: 4401,
    library: { videos: new Map(), playlists: new Map(), warnings: [] },
    tokenFile: null,
    stop: () => Promise.resolve(),
  });
}

test.each([
  ['localhost', 'localhost', '127.0.0.1'],
  ['0.0.0.0', 'localhost', '127.0.0.1'],
  ['::', 'localhost', '127.0.0.1'],
  ['192.0.2.2', '192.0.2.2', '192.0.2.2'],
  ['::1', '[::1]', '[::1]'],
  ['2001:db8::5', '[2001:db8::5]', '[2001:db8::5]'],
  ['video.example', 'video.example', 'video.example'],
])('names addresses that a server on %s answers under', (host, embed, demo) => {
  const report = reportFor(host);
  expect(report).toContain(`Demo host page    http://${demo}:4401/\n`);
  expect(report).toContain(`Embed             http://${embed}:4400/embed/`);
  expect(report).toContain(`Log intake        http://${embed}:4400/`);
  expect(report).toContain(`Telemetry         http://${demo}:4401/`);
});

test('says that the telemetry is off', () => {
  expect(reportFor('localhost', false)).toContain('Log intake        off: players log no events\n');
});
