import { test } from '@playwright/test';
import { bundlePages } from './support/bundle-pages.ts';

test('the host pages of the clients can be bundled', async () => {
  await bundlePages();
});
