import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { findWebhookSecret, signMessage } from '../../../../server/webhooks/sign-message.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const message = { id: 'msg_1', body: '{"type":"video.ready","data":{"title":"Über 5 €"}}' };

test('the reference library of Standard Webhooks accepts a signature with the secret of the file, and no changed body', () => {
  const found = findWebhookSecret(tempDirectory());
  if (!found.ok) throw new Error(found.error.message);
  const receiver = new Webhook(found.value);
  const headers = signMessage(message, found.value, Date.now());
  expect(receiver.verify(message.body, headers)).toEqual(JSON.parse(message.body));
  expect(() => receiver.verify(message.body.replace('5', '6'), headers)).toThrow();
  expect(() => receiver.verify(message.body, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
  const old = signMessage(message, found.value, Date.now() - 3_600_000);
  expect(() => receiver.verify(message.body, old)).toThrow(/timestamp/);
});

test('the secret stays the same, and one that is none is refused with the fix', () => {
  const dataDir = tempDirectory();
  const first = findWebhookSecret(dataDir);
  expect(findWebhookSecret(dataDir)).toEqual(first);
  for (const text of ['', 'whsec_', 'whsec_c2hvcnQ=', 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0']) {
    writeFileSync(join(dataDir, 'webhook-secret'), text);
    expect(findWebhookSecret(dataDir)).toMatchObject({
      ok: false,
      error: { code: 'SECRET_FILE', message: expect.stringMatching(/delete it/) },
    });
  }
});
