import { expectMoving, openOnceLive, pausedText } from '../support/live-page.ts';
import { test } from '../support/live-writer.ts';
import { expect } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { rounds } from './support/random.ts';

test(
  'a live stream whose writer is killed again and again plays on each time, in the same page',
  thorough,
  async ({ page, server, writer }) => {
    writer.start();
    await openOnceLive(page, server, writer);
    for (let round = 0; round < rounds(1); round += 1) {
      await writer.kill();
      await expect(page.getByRole('alert')).toHaveText(pausedText);
      writer.start();
      await expect(page.getByRole('alert')).toBeHidden();
      await expectMoving(page);
    }
  },
);
