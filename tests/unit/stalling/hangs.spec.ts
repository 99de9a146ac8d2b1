import { test } from '@playwright/test';

test('never ends', () => new Promise(() => {}));
