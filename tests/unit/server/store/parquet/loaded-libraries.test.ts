import { once } from 'node:events';
import { expect, test } from 'vitest';
import { until } from '../../../../support/until.ts';
import { printLoaded } from '../../support/print-loaded.ts';
import { spawnTestServer } from '../../support/spawn-test-server.ts';
import { testOptions } from '../../support/start-test-server.ts';

test.each([
  ['without', null],
  ['with', { bucket: 'events', prefix: '', region: 'r1', endpoint: 'http://127.0.0.1:1' }],
])('a server %s --parquet loads its libraries only for it', async (_how, parquet) => {
  const child = spawnTestServer(testOptions({ parquet, log: 'json' }), printLoaded);
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await until(() => output.includes('LISTENING'));
  child.kill('SIGTERM');
  await once(child, 'exit');
  for (const library of ['@aws-sdk/client-s3', 'hyparquet-writer'])
    expect(output.includes(`loads ${library};`)).toBe(parquet !== null);
  // Neither has --otlp.
  expect(output).not.toContain('loads @opentelemetry/sdk');
});
