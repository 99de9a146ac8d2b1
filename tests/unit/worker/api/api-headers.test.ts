import { expect, test } from 'vitest';
import { type ApiIdentity, apiHeaders } from '../../../../worker/api/api-headers.ts';
import { defaultApiSettings, readApiSettings } from '../../../../worker/api/api-settings.ts';

const context = { client: { clientName: 'TEST', clientVersion: '1', hl: 'en' } };
const identity: ApiIdentity = {
  isLoggedIn: false,
  visitorId: null,
  authorization: null,
  credentials: 'same-origin',
};
const parts = { context, identity, isOpaque: false };

test('the headers name the content type, the client and whether the viewer is logged in [spec-6.1, spec-7.3, spec-7.30, spec-7.31, spec-7.32]', () => {
  expect(apiHeaders({ ...parts, body: 'plain' })).toEqual({
    'Content-Type': 'application/json',
    'X-Bootstrap-Logged-In': 'false',
    'X-Client-Name': 'TEST',
    'X-Client-Version': '1',
  });
});

test('the headers carry the visitor id and the authorization of the page config [spec-7.5, spec-7.29, spec-7.30, spec-7.33]', () => {
  const known = { ...identity, isLoggedIn: true, visitorId: 'v', authorization: 'Bearer t' };
  expect(apiHeaders({ ...parts, identity: known, body: 'gzip' })).toMatchObject({
    'Content-Encoding': 'gzip',
    'X-Bootstrap-Logged-In': 'true',
    'X-Visitor-Id': 'v',
    Authorization: 'Bearer t',
  });
});

test('a call without a body has no content type', () => {
  expect(apiHeaders({ ...parts, body: null })).not.toHaveProperty('Content-Type');
});

test('in a frame with an opaque origin no header needs a preflight', () => {
  const known = { ...identity, visitorId: 'v', authorization: 'Bearer t' };
  const opaque = { ...parts, identity: known, isOpaque: true };
  expect(apiHeaders({ ...opaque, body: 'gzip' })).toEqual({ 'Content-Type': 'text/plain' });
  expect(apiHeaders({ ...opaque, body: null })).toEqual({});
});

test('a client name that is no valid header value does not stop the call', () => {
  const client = { ...context.client, clientName: 'Zoë\r\nX-Evil: 1' };
  const headers = apiHeaders({ ...parts, context: { client }, body: null });
  expect(new Headers(headers).get('X-Client-Name')).toBe('Zo???X-Evil: 1');
});

test.each([
  [{ visitorId: 'a\r\nX-Evil: 1' }, 'visitorId'],
  [{ authorization: '' }, 'authorization'],
  [{ isLoggedIn: 'yes' }, 'isLoggedIn'],
  [{ version: '../v1' }, 'version'],
])('the settings %j lose only the malformed field', (settings, field) => {
  const read = readApiSettings({ key: 'k', ...settings });
  expect(read.settings).toEqual({ ...defaultApiSettings, key: 'k' });
  expect(read.problems).toMatchObject([{ field }]);
});

test.each([['text'], [[]], [5]])(
  'the settings %j are reported as malformed, and the defaults are used',
  (settings) => {
    expect(readApiSettings(settings)).toMatchObject({
      settings: defaultApiSettings,
      problems: [{ field: '' }],
    });
  },
);

test('the report of a malformed setting leaves out its value, which may be a secret', () => {
  const { problems } = readApiSettings({ authorization: 'Bearer hidden\nX-Evil: 1' });
  expect(JSON.stringify(problems)).not.toContain('hidden');
});

test('settings that are missing are off', () => {
  expect(readApiSettings(undefined)).toEqual({ settings: defaultApiSettings, problems: [] });
  expect(readApiSettings({ key: 'k', other: 1 })).toEqual({
    settings: { ...defaultApiSettings, key: 'k' },
    problems: [],
  });
});
