import type { Locator, Page } from '@playwright/test';

/** The number of plays among the dashboard's key figures. */
export const plays = (page: Page): Locator =>
  page.locator('.tile', { has: page.getByText('Plays', { exact: true }) }).locator('strong');

/** @param name accessible name of the table's area, such as `Device by playbacks` */
export const tableOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true }).getByRole('table');

/** @returns names and numbers of playbacks of a table of groups: `Germany (DE): 7` */
export async function rowsOf(page: Page, name: string): Promise<string[]> {
  const rows = await tableOf(page, name).getByRole('row').all();
  return Promise.all(
    rows.slice(1).map(async (row) => {
      const cells = await row.locator('th, td').allInnerTexts();
      return `${cells[0]}: ${cells[1]?.trim()}`;
    }),
  );
}
