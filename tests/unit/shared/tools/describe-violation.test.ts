import { expect, test } from 'vitest';
import { describeViolation, type Violation } from '../../../../shared/tools/describe-violation.ts';
import { isOurs } from '../../../../worker/reports/errors/is-reportable.ts';

const violation: Violation = {
  effectiveDirective: 'img-src',
  blockedURI: 'https://pictures.example/a.png?viewer=ann#x',
  sourceFile: 'https://embed.example/assets/page-abc.js',
  lineNumber: 3,
  columnNumber: 14,
  sample: '',
  disposition: 'enforce',
};

test('a policy violation is reported with directive, place and address, without the query', () => {
  const error = describeViolation(violation);
  expect(error).toEqual({
    source: 'policy',
    type: 'SecurityPolicyViolation',
    message: 'img-src refuses https://pictures.example/a.png',
    stack: '    at https://embed.example/assets/page-abc.js:3:14',
    params: { disposition: 'enforce' },
  });
  expect(isOurs(error)).toBe(true);
});

test('a trusted types violation is reported with its sink, without the text', () => {
  const error = describeViolation({
    ...violation,
    effectiveDirective: 'require-trusted-types-for',
    blockedURI: 'trusted-types-sink',
    sample: 'Element innerHTML|<b>Ann</b>',
  });
  expect(error.message).toBe(
    'require-trusted-types-for refuses trusted-types-sink (Element innerHTML)',
  );
});

test.each([
  { sourceFile: 'chrome-extension', blockedURI: 'inline' },
  { sourceFile: 'moz-extension://0-0/content.js', blockedURI: 'https://evil.example/a.js' },
  { sourceFile: '', blockedURI: 'safari-web-extension://0/a.js' },
])('a violation by an extension is not reported: %j', (changes) => {
  expect(isOurs(describeViolation({ ...violation, ...changes }))).toBe(false);
});

test('a violation without a place is reported', () => {
  const error = describeViolation({ ...violation, sourceFile: '' });
  expect(error.stack).toBe('');
  expect(isOurs(error)).toBe(true);
});
