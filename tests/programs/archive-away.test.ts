import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openArchive } from '../../server/store/copy/open-archive.ts';
import { ArchiveAwayError, type EventArchive } from '../../server/store/event-archive.ts';
import { freePort } from '../unit/server/support/free-port.ts';
import { createStopped, startClickHouse } from './copying-server.ts';
import {
  addressAt,
  addressOf,
  copy,
  event,
  everything,
  openArchiveOf,
  openAt,
  rowsIn,
  store,
} from './test-archive.ts';

test('while ClickHouse is away, the reason is given, and later the events', async () => {
  const clickHouse = await startClickHouse();
  await copy(clickHouse, [event(1)]);
  const archive = openArchiveOf(clickHouse);
  await clickHouse.end('SIGKILL');
  await expectAway(archive, new RegExp(`http://127.0.0.1:${clickHouse.httpPort}: .*ECONNREFUSED`));
  await clickHouse.start();
  expect(rowsIn(await archive.after(everything))).toEqual([1]);
});

test.each([
  ['a wrong password', { password: 'wrong-secret' }, /password|authentication/i],
  ['an unknown database', { database: 'nowhere' }, /nowhere/],
  ['a database without the tables', {}, /feed|events/],
])('%s is named, and no password is', async (_, changes, cause) => {
  const clickHouse = await startClickHouse('right-secret');
  const address = { ...addressOf(clickHouse), password: 'right-secret', ...changes };
  await expectAway(openAt(address).of(store), cause);
});

test.each([
  ['no text', ''],
  ['a page', '<html>Welcome</html>'],
  ['other JSON', '{"events":[]}'],
  ['null', 'null'],
  ['an answer that is cut off', '{"meta":[],"data":[],"ro'],
  ['rows that are none', '{"data":[null]}'],
  ['a row without its columns', '{"data":[{"row":"2"}]}'],
  ['a number that is none', JSON.stringify({ data: [{ ...answered(2), seq: 'x' }] })],
  ['an empty number', JSON.stringify({ data: [{ ...answered(2), seq: '' }] })],
  ['a text that is none', JSON.stringify({ data: [{ ...answered(2), name: 1 }] })],
  ['rows out of order', JSON.stringify({ data: [answered(2), answered(1)] })],
  ['a row that was not asked for', JSON.stringify({ data: [{ ...answered(3), sid: 'x' }] })],
  ['another newest row', '{"data":[{"found":"1001","first":"3"}]}'],
])('a server that answers with %s is no archive', async (_, body) => {
  const { address } = await otherProgram(200, body);
  const archive = openAt(address).of(store);
  const cause = /^http:\/\/127\.0\.0\.1:\d+: gives another answer than expected$/;
  await expectAway(archive, cause, 2);
});

test('another server is asked if the first fails, and is the first one from then on', async () => {
  const clickHouse = await startClickHouse();
  await copy(clickHouse, [event(1)]);
  const failing = await otherProgram(500, 'failing');
  const servers = [...failing.address.servers, ...addressOf(clickHouse).servers];
  const archive = openAt({ ...failing.address, servers }).of(store);
  expect(rowsIn(await archive.after(everything))).toEqual([1]);
  expect(rowsIn(await archive.after(everything))).toEqual([1]);
  expect(failing.asked()).toBe(1);
  await clickHouse.end('SIGKILL');
  await expectAway(archive, /ECONNREFUSED.*; http.*: failing$/);
});

test('a silent ClickHouse does not delay the end of the server', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  const asked = once(silent, 'request');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const archive = openArchive(addressAt((silent.address() as AddressInfo).port));
  const reading = archive.of(store).after(everything);
  const failed = expect(reading).rejects.toBeInstanceOf(ArchiveAwayError);
  await asked;
  await archive.close();
  // The request would have failed by itself after ten seconds, with another reason.
  await failed;
  await expectAway(archive.of(store), /not asked any more/);
});

test('an archive that was opened before ClickHouse started can be read', async () => {
  const clickHouse = await createStopped();
  const archive = openArchiveOf(clickHouse);
  await clickHouse.start();
  await copy(clickHouse, [event(1)]);
  expect(rowsIn(await archive.after(everything))).toEqual([1]);
});

/** A row of ClickHouse's answer. */
function answered(row: number) {
  return { ...event(row), found: 'none', first: row };
}

/** Asks all questions. */
async function expectAway(
  archive: EventArchive,
  cause: RegExp,
  upTo = everything.upTo,
): Promise<void> {
  for (const question of [
    () => archive.after({ ...everything, upTo }),
    () => archive.rowBeforeNewest({ upTo, count: everything.limit }),
    () =>
      archive.ofDocuments({
        sids: ['document'],
        after: { sid: 'document', seq: 0 },
        limit: everything.limit,
      }),
  ]) {
    const error = await question().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ArchiveAwayError);
    const { message } = error as Error;
    expect(message).toMatch(cause);
    expect(message).not.toContain('secret');
  }
}

/** Something else than ClickHouse at an address of this machine, until the test ends. */
async function otherProgram(status: number, body: string) {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.writeHead(status).end(body);
  }).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: addressAt((server.address() as AddressInfo).port), asked: () => asked };
}
