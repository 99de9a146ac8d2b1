import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentBlock } from './support/document-block.ts';
import { startDocumentedHost } from './support/documented-host.ts';
import { expect, test } from './support/test.ts';

for (const [document, begins] of [
  ['README.md', 'curl localhost:4400/telemetry/summary'],
  ['docs/schemas.md', 'curl localhost:4400/schemas'],
  ['docs/sharing.md', "curl 'https://player.example/oembed"],
  ['docs/telemetry.md', 'curl '],
] as const)
  test(`the curl commands of ${document} get answers, as they are written`, async ({ server }) => {
    const host = await startDocumentedHost(server.embedOrigin);
    const home = mkdtempSync(join(tmpdir(), 'offstage-curl-'));
    writeFileSync(join(home, '.curlrc'), `fail\nsilent\nshow-error\n${host.curlConfig}`);
    const env = { ...process.env, HOME: home, CURL_HOME: home };
    const script = documentBlock(document, begins);
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env });
    expect(stdout).toMatch(/[{\w]/);
    rmSync(home, { recursive: true });
    await host.close();
  });
