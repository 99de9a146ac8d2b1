import { expect, test } from 'vitest';
import { assetUrl } from '../../../../src/boot/provider-config/load-assets.ts';

const base = 'http://localhost:4400/embed/offstage001';
const find = (text: string) => assetUrl(text, base, 'http://localhost:4400')?.href ?? null;

test.each([
  ['/brand.js', 'http://localhost:4400/brand.js'],
  ['brand.js', 'http://localhost:4400/embed/brand.js'],
  ['http://localhost:4400/brand.js', 'http://localhost:4400/brand.js'],
  ['https://cdn.example/brand.js?v=1', 'https://cdn.example/brand.js?v=1'],
])('%s is loaded', (text, url) => {
  expect(find(text)).toBe(url);
});

test.each([
  'http://cdn.example/brand.js',
  '//cdn.example/brand.js',
  'http://localhost:4401/brand.js',
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/javascript,alert(1)',
  'blob:http://localhost:4400/5ad1',
  'file:///etc/passwd',
  'ftp://localhost:4400/brand.js',
  'https://user@cdn.example/brand.js',
  'https://:pass@cdn.example/brand.js',
  'https://',
  'http://[',
  `/${'x'.repeat(2_000)}`,
])('%j is not loaded', (text) => {
  expect(find(text)).toBeNull();
});
