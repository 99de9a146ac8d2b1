import { test } from '@playwright/test';
import { bundlePages } from './support/bundle-pages.ts';

test('the clients’ host pages can be bundled', async () => {
  await bundlePages();
});
