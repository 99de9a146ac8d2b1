import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Opens the player's menu and goes to one of its items by keyboard. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  const items = page.getByRole('menu').locator('button');
  const focused = page.getByRole('menu').locator(':focus');
  await expect(focused).toHaveCount(1);
  const names = (await items.allInnerTexts()).map((name) => name.trim());
  expect(names).toContain(item);
  for (let step = names.indexOf(item); step > 0; step -= 1) await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText(item);
  await page.keyboard.press('Enter');
}
