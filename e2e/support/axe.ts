import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result differs between the themes of a page. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * @param rules only those of colors, for a further theme of a page that was checked with all
 * @returns a line for each element that breaks a rule of WCAG 2.2 A and AA, or of good practice;
 * empty if none does
 */
export async function findBarriers(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(source);
  const { violations } = await page.evaluate(
    async (only): Promise<AxeResults> => {
      const { axe } = globalThis as unknown as typeof globalThis & {
        axe: typeof import('axe-core');
      };
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      return axe.run(document, {
        runOnly: only ?? tags,
        // The player is part of its host's page, which has the headings and landmarks.
        rules: {
          region: { enabled: false },
          'landmark-one-main': { enabled: false },
          'page-has-heading-one': { enabled: false },
        },
        resultTypes: ['violations'],
      });
    },
    rules === 'colors' ? colorRules : null,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${help}: ${html} ${any[0]?.message ?? ''}`),
  );
}
