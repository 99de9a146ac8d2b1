import { openGate } from '../support/gate.ts';
import { serveHostPage } from '../support/host-page.ts';
import { loggedEvents, playerFrame } from '../support/sequences.ts';
import { reportedErrors } from '../support/telemetry.ts';
import { expect, test } from '../support/test.ts';
import { framedPlayer, handshakeScript } from './support/frames-page.ts';

// Files that the server has removed.
test.use({ expectedNoise: /status of 404|dynamically imported module|style sheet/ });

test('a tab opened before an upgrade of the server still plays and obeys, and reports that its scripts are missing', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  // Some scripts had not loaded yet.
  gate.answer(/\/assets\/mount-ui-/, { status: 404 });
  const host = await serveHostPage(
    `<iframe src="${gate.origin}/embed/offstage001?enablejsapi=1&mute=1"></iframe>${handshakeScript}`,
  );
  await page.goto(host.url);
  const player = framedPlayer(page, 0);
  await expect.poll(() => player.values('onReady')).not.toHaveLength(0);
  // The worker has loaded its scripts.
  await playerFrame(page).evaluate(() => window.offstage.api('getDatasyncIds', {}));

  // The new build's scripts have other names.
  gate.answer(/\/assets\//, { status: 404 });
  await player.command('playVideo');
  await expect.poll(async () => Number((await player.info()).currentTime)).toBeGreaterThan(0.5);
  await player.command('pauseVideo');
  await expect.poll(async () => (await player.info()).playerState).toBe(2);
  const { player: shown, denied } = await player.diagnose();
  // The engine's script is missing too; the browser's own HLS plays.
  expect(shown.engine).toBe('native');
  expect(denied).toEqual([{ name: 'scripts', cause: expect.stringContaining('Reload the frame') }]);
  const names = (await loggedEvents(page, server)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['embed_loaded', 'playback_state', 'host_command']));
  await expect
    .poll(async () => (await reportedErrors(server)).map(({ message }) => message))
    .toContainEqual(expect.stringContaining('dynamically imported module'));
  await host.close();
  await gate.close();
});
