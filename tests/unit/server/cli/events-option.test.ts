import { expect, test } from 'vitest';
import { eventsOption } from '../../../../server/cli/events-option.ts';
import { parseCommand } from '../../../../server/cli/parse-command.js';

/** Reads the option from a call of `offstage export events`, as the command does. */
function eventsOf(argv: readonly string[], env: Record<string, string> = {}) {
  const parsed = parseCommand(['export', 'events', ...argv]);
  if (!parsed.ok || parsed.value.type === 'help') throw new Error('expected a call');
  return eventsOption(parsed.value.call, { env, cwd: '/' });
}

const ofEnv = { OFFSTAGE_EVENTS: 'clickhouse://me:p%40ss@env.example/offstage' };

test('the option wins over the environment, and an empty variable counts as not set', () => {
  expect(eventsOf(['--events', 'clickhouse://one.example:9000/events'], ofEnv)).toMatchObject({
    ok: true,
    value: { servers: ['http://one.example:9000'], database: 'events' },
  });
  expect(eventsOf([], ofEnv)).toMatchObject({
    ok: true,
    value: { servers: ['http://env.example:8123'], username: 'me', password: 'p@ss' },
  });
  expect(eventsOf([])).toEqual({ ok: true, value: null });
  expect(eventsOf([], { OFFSTAGE_EVENTS: '' })).toEqual({ ok: true, value: null });
});

test('a wrong address is refused with its source, and is not repeated', () => {
  const wrong = 'http://me:secret@localhost/offstage';
  const refused = (source: string) => ({
    ok: false,
    error: {
      code: 'BAD_EVENTS',
      message: expect.stringMatching(
        new RegExp(`^${source} is invalid; use an address such as (?!.*secret).*\\.$`),
      ),
    },
  });
  expect(eventsOf(['--events', wrong])).toMatchObject(refused('--events'));
  expect(eventsOf([], { OFFSTAGE_EVENTS: wrong })).toMatchObject(refused('OFFSTAGE_EVENTS'));
});
