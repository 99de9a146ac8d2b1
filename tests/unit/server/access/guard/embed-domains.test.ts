import { expect, test } from 'vitest';
import {
  frameAncestorsOf,
  isEmbedDomain,
  parseEmbedDomains,
} from '../../../../../server/access/guard/embed-domains.js';

const domainsOf = (...texts: string[]) => parseEmbedDomains(texts).domains ?? [];

test.each([
  ['example.com', 'https://example.com'],
  ['EXAMPLE.com', 'https://example.com'],
  ['example.com.', 'https://example.com'],
  ['https://example.com/', 'https://example.com'],
  ['*.example.com', 'https://www.example.com'],
  ['*.example.com', 'https://a.b.example.com'],
  ['example.com:8443', 'https://example.com:8443'],
  ['example.com:443', 'https://example.com'],
  ['example.com:*', 'https://example.com:9'],
  ['http://intranet', 'http://intranet'],
  ['http://intranet', 'https://intranet'],
  ['localhost:4401', 'http://localhost:4401'],
  ['localhost:4401', 'https://localhost:4401'],
  ['127.0.0.1:*', 'http://127.0.0.1:5000'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  ['xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
])('the pattern %s allows pages at %s', (pattern, origin) => {
  expect(isEmbedDomain(domainsOf(pattern), new URL(origin).origin)).toBe(true);
});

test.each([
  ['example.com', 'http://example.com'],
  ['example.com', 'https://www.example.com'],
  ['example.com', 'https://example.com:8443'],
  ['example.com', 'https://example.com.evil.org'],
  ['example.com', 'https://evilexample.com'],
  ['example.com', 'https://example.com@evil.org'],
  ['example.com', 'https://example.com./'],
  ['example.com', 'https://evil.org/example.com'],
  ['*.example.com', 'https://example.com'],
  ['*.example.com', 'https://evilexample.com'],
  ['*.example.com', 'https://www.example.com.evil.org'],
  ['localhost:4401', 'http://localhost:4402'],
  ['localhost', 'http://localhost:4401'],
  ['localhost:*', 'http://localhost.evil.org'],
  ['127.0.0.1:*', 'http://127.0.0.1.evil.org'],
  ['bücher.example', 'https://bucher.example'],
  ['bücher.example', 'https://xn--bcher-kva.example.evil.org'],
])('the pattern %s does not allow pages at %s', (pattern, origin) => {
  expect(isEmbedDomain(domainsOf(pattern), new URL(origin).origin)).toBe(false);
});

test.each([
  '',
  'https://',
  'example.com/path',
  'user@example.com',
  'ftp://example.com',
  'exa mple.com',
  "example.com; script-src 'none'",
  'example.com,evil.org',
  '*.*.example.com',
  'www.*.com',
  '*example.com',
  'example.com:99999',
  'example.com:-1',
  'a..b',
  '-a.example',
  'a_b.example',
  '[::1]:4401',
  'xn--',
  `${'a'.repeat(300)}.example`,
  "'self'",
  'null',
])('%j is reported as no domain, and allows no page', (text) => {
  const { domains, problems } = parseEmbedDomains([text]);
  // A host may be called null; a page with an opaque origin is not one of its pages.
  if (text === 'null') return expect(frameAncestorsOf(domains ?? [])).toEqual(['https://null']);
  expect(domains).toEqual([]);
  expect(problems).toEqual([expect.stringContaining('is not a domain; use example.com')]);
});

test('a star alone allows any page, whatever else is listed', () => {
  expect(parseEmbedDomains(['example.com', '*'])).toEqual({ domains: null, problems: [] });
});

test('browsers get the same rules: http counts for this machine only, unless the pattern has it', () => {
  const domains = domainsOf(
    'example.com',
    '*.Example.org:8443',
    'localhost:4401',
    'http://intranet:*',
  );
  expect(frameAncestorsOf(domains)).toEqual([
    'https://example.com',
    'https://*.example.org:8443',
    'http://localhost:4401',
    'https://localhost:4401',
    'http://intranet:*',
    'https://intranet:*',
  ]);
});
