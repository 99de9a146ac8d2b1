import { expect, test } from 'vitest';
import { runToken } from '../../server/cli/run-token.ts';
import { bundledMediaDir } from '../unit/server/support/media-samples.ts';
import { runCommand } from '../unit/server/support/run-command.ts';
import { startTestServer } from '../unit/server/support/start-test-server.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';
import { askByHttps, startCaddy, startNginx } from './documented-proxies.ts';

const proxies = [
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const;

test.each(proxies)(
  'behind %s addresses and policies keep a port other than 443',
  async (_, start) => {
    const server = await startTestServer({ mediaDir: bundledMediaDir });
    const proxy = await start(server.embedPort);
    const headers = { Host: 'video.example:8443' };
    const page = (await askByHttps(proxy, '/watch/offstage001', { headers })).body.toString();
    expect(page).toContain(
      '<meta property="og:video" content="https://video.example:8443/embed/offstage001">',
    );
    expect(page).not.toContain('https://video.example/');
    const embed = await askByHttps(proxy, '/embed/offstage001', { headers });
    const policy = String(embed.headers['content-security-policy']);
    expect(policy).toContain('https://video.example:8443');
    expect(policy).not.toMatch(/https:\/\/video\.example(?!:8443)/);
  },
);

test.each(proxies)(
  'behind %s the token of `offstage token` opens the telemetry',
  async (_, start) => {
    const dataDir = tempDirectory();
    const { stdout } = await runCommand(runToken, ['token', '--data', dataDir, '--show']);
    const server = await startTestServer({ dataDir });
    const proxy = await start(server.embedPort);
    expect((await askByHttps(proxy, '/telemetry/qoe')).status).toBe(401);
    const headers = { Authorization: `Bearer ${stdout.trim()}` };
    expect((await askByHttps(proxy, '/telemetry/qoe', { headers })).status).toBe(200);
  },
);
