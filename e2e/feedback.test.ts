import { control, nextCall, readFeedback, test } from './support/commanding-page.ts';
import { reachFor } from './support/reach-for.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

for (const runtime of ['worker', 'main'] as const) {
  const marks = runtime === 'main' ? thorough : {};

  test(
    `a viewer reports a problem, and the operator sees for which playback; a second report counts once (runtime=${runtime}) [spec-7.7]`,
    marks,
    async ({ page, server }) => {
      await page.goto(`${server.embedOrigin}/embed/video000001?mute=1&runtime=${runtime}&debug=1`);
      await reachFor(page);
      const report = async () => {
        await page.keyboard.press('Shift+F10');
        await page.getByRole('menuitem', { name: 'Report a problem' }).press('Enter');
      };
      const { feedbackContext } = await nextCall(page, 'feedback', report);
      await expect(page.locator('.notices')).toHaveText('Thank you. Your feedback was sent.');
      expect(await readFeedback(server.embedOrigin)).toMatchObject([
        { token: 'problem.video000001', cpn: feedbackContext.cpn },
      ]);
      await nextCall(page, 'feedback', report);
      // The viewer has no use for the reason, so only the debug panel shows it.
      await expect(page.locator('.debug-panel')).toContainText(
        'The server already has this feedback',
      );
      expect(await readFeedback(server.embedOrigin)).toHaveLength(1);
    },
  );

  test(
    `a dismissed suggestion disappears, and returns when the viewer undoes that (runtime=${runtime}) [spec-7.7]`,
    marks,
    async ({ page, server }) => {
      await page.setViewportSize({ width: 1_000, height: 700 });
      await page.goto(`${server.embedOrigin}/embed/video000001?mute=1&runtime=${runtime}`);
      await reachFor(page);
      await page.keyboard.press('k');
      await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
      await page.keyboard.press('End');
      const tiles = control(page, 'related_video');
      await expect(tiles.first()).toBeVisible();
      const count = await tiles.count();
      const hide = control(page, 'not_interested_button').first();
      const sent = await nextCall(page, 'feedback', () => hide.click());
      expect(sent).toMatchObject({
        shouldMerge: true,
        feedbackContext: { cpn: expect.any(String) },
        context: { clickTracking: { clickTrackingParams: 'notInterested' } },
      });
      await expect(tiles).toHaveCount(count - 1);
      const [shown] = await readFeedback(server.embedOrigin);
      expect(shown.token).toMatch(/^not_interested\./);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(tiles).toHaveCount(count);
      expect(await readFeedback(server.embedOrigin)).toEqual([]);
    },
  );
}
