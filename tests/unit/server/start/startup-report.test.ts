import { expect, test } from 'vitest';
import { startupReport } from '../../../../server/start/startup-report.ts';
import { testOptions } from '../support/start-test-server.ts';

const running = {
  embedPort: 4400,
  demoPort: 4401,
  library: {
    videos: new Map(),
    playlists: new Map(),
    owners: null,
    warnings: [],
    mediaOrigins: [],
    hasFile: () => true,
    pendingCount: 0,
    prioritize() {},
  },
  tokenFile: null,
  signingKeyFile: null,
  rescanLibrary: () => Promise.resolve(),
  drain: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

function reportFor(host: string, isTelemetryOn = true): string {
  return startupReport(testOptions({ host, isTelemetryOn }), running);
}

test.each([
  ['localhost', 'localhost', '127.0.0.1'],
  ['0.0.0.0', 'localhost', '127.0.0.1'],
  ['::', 'localhost', '127.0.0.1'],
  ['192.0.2.2', '192.0.2.2', '192.0.2.2'],
  ['::1', '[::1]', '[::1]'],
  ['2001:db8::5', '[2001:db8::5]', '[2001:db8::5]'],
  ['video.example', 'video.example', 'video.example'],
])('a server on %s is reported with addresses that work', (host, embed, demo) => {
  const report = reportFor(host);
  expect(report).toContain(`Demo host page    http://${demo}:4401/\n`);
  expect(report).toContain(`Embed             http://${embed}:4400/embed/`);
  expect(report).toContain(`Event intake      http://${embed}:4400/`);
  expect(report).toContain(`Telemetry         http://${demo}:4401/`);
});

test('the report ends with the way to stop the server', () => {
  expect(reportFor('localhost')).toMatch(/\nStop it with {6}Ctrl-C$/);
});

test('the report says that telemetry is off', () => {
  expect(reportFor('localhost', false)).toContain(
    'Event intake      off: players send no events\n',
  );
});

test('the report says that other servers of the same store need the generated secrets too', () => {
  const options = testOptions({
    stores: [[{ url: 'postgres://db.example/offstage', name: 'db.example/offstage' }]],
  });
  const made = startupReport(options, {
    ...running,
    tokenFile: '/data/t',
    signingKeyFile: '/data/k',
  });
  expect(made).toContain("Operator's token  kept in /data/t; copy it to all servers of this store");
  expect(made).toContain('Signing key       kept in /data/k; copy it to all servers of this store');
  const given = startupReport(options, running);
  expect(given).not.toContain('kept in');
});
