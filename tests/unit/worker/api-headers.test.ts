import { expect, test } from 'vitest';
import { type ApiIdentity, apiHeaders } from '../../../worker/api/api-headers.ts';
import { defaultApiSettings, readApiSettings } from '../../../worker/api/api-settings.ts';

const context = { client: { clientName: 'TEST', clientVersion: '1', hl: 'en' } };
const identity: ApiIdentity = {
  isLoggedIn: false,
  visitorId: null,
  authorization: null,
  credentials: 'same-origin',
};
const parts = { context, identity, isOpaque: false };

test('says what is sent, by whom, and whether somebody is logged in [spec-6.1, spec-7.3, spec-7.30, spec-7.31, spec-7.32]', () => {
  expect(apiHeaders({ ...parts, body: 'plain' })).toEqual({
    'Content-Type': 'application/json',
    'X-Bootstrap-Logged-In': 'false',
    'X-Client-Name': 'TEST',
    'X-Client-Version': '1',
  });
});

test('names the viewer, and proves it, where the page config does [spec-7.5, spec-7.29, spec-7.30, spec-7.33]', () => {
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

test('in a frame without an origin no header costs a preflight', () => {
  const known = { ...identity, visitorId: 'v', authorization: 'Bearer t' };
  const opaque = { ...parts, identity: known, isOpaque: true };
  expect(apiHeaders({ ...opaque, body: 'gzip' })).toEqual({ 'Content-Type': 'text/plain' });
  expect(apiHeaders({ ...opaque, body: null })).toEqual({});
});

test('what a header cannot hold does not keep a call from being made', () => {
  const client = { ...context.client, clientName: 'Zoë\r\nX-Evil: 1' };
  const headers = apiHeaders({ ...parts, context: { client }, body: null });
  expect(new Headers(headers).get('X-Client-Name')).toBe('Zo???X-Evil: 1');
});

test.each([
  [{ visitorId: 'a\r\nX-Evil: 1' }, 'visitorId'],
  [{ authorization: '' }, 'authorization'],
  [{ isLoggedIn: 'yes' }, 'isLoggedIn'],
  [{ version: '../v1' }, 'version'],
])('of the settings %j only what is malformed is left out', (settings, field) => {
  const read = readApiSettings({ key: 'k', ...settings });
  expect(read.settings).toEqual({ ...defaultApiSettings, key: 'k' });
  expect(read.problems).toMatchObject([{ field }]);
});

test.each([['text'], [[]], [5]])('the settings %j say nothing', (settings) => {
  expect(readApiSettings(settings)).toMatchObject({
    settings: defaultApiSettings,
    problems: [{ field: '' }],
  });
});

test('what is told of a malformed setting does not repeat it, for it may be a secret', () => {
  const { problems } = readApiSettings({ authorization: 'Bearer hidden\nX-Evil: 1' });
  expect(JSON.stringify(problems)).not.toContain('hidden');
});

test('what the settings do not say is off', () => {
  expect(readApiSettings(undefined)).toEqual({ settings: defaultApiSettings, problems: [] });
  expect(readApiSettings({ key: 'k', other: 1 })).toEqual({
    settings: { ...defaultApiSettings, key: 'k' },
    problems: [],
  });
});
