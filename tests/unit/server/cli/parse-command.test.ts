import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandHelp } from '../../../../server/cli/command-help.js';
import { commands } from '../../../../server/cli/commands.js';
import { parseCommand } from '../../../../server/cli/parse-command.js';

describe('a usage error has an explanation', () => {
  test.each([
    [
      ['ad'],
      'Unknown command "ad"; the commands are serve, add, live, edit, list, remove, publish, token, sign, export, backup, restore, rebuild, migrate, doctor, completion, help.',
    ],
    [
      ['help', 'ad'],
      'Unknown command "ad"; the commands are serve, add, live, edit, list, remove, publish, token, sign, export, backup, restore, rebuild, migrate, doctor, completion, help.',
    ],
    [['add'], 'offstage add needs more arguments; usage: offstage add FILE… [options]'],
    [['list', 'x'], 'Unexpected argument "x"; usage: offstage list [options]'],
    [['add', 'a', '--tile', 'T'], 'Unknown option --tile; offstage add --help lists the options.'],
    [
      ['add', '-holiday film.mp4'],
      "Unknown option -holiday film.mp4; offstage add --help lists the options. If it is a name, write -- before it: npx offstage add -- '-holiday film.mp4'",
    ],
    [
      ['edit', '--a23456789', '--private'],
      'Unknown option --a23456789; offstage edit --help lists the options. If it is a name, write -- before it: npx offstage edit -- --a23456789',
    ],
    [['list', '-x'], 'Unknown option -x; offstage list --help lists the options.'],
    [['add', 'a', '--title'], '--title needs a value: --title TEXT.'],
    [['add', 'a', '--title', '--private'], '--title needs a value: --title TEXT.'],
    [['add', 'a', '--title='], '--title needs a value: --title TEXT.'],
    [['add', 'a', '--id', 'x', '--id', 'y'], '--id is given twice; give it once.'],
    [['add', 'a', '--json', '--json'], '--json is given twice; give it once.'],
    [['add', 'a', '--private=yes'], '--private takes no value.'],
    [
      ['export'],
      'offstage export needs more arguments; usage: offstage export events|log|errors [options]',
    ],
  ])('offstage %j', (argv, message) => {
    const parsed = parseCommand(argv);
    expect(parsed.ok ? null : parsed.error.message).toBe(message);
  });
});

test('options may stand anywhere, and arguments after two dashes are files', () => {
  const parsed = parseCommand([
    'add',
    '--private',
    'a.mp4',
    '--title=The --film',
    '--',
    '--odd.mp4',
  ]);
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      type: 'call',
      call: {
        arguments: ['a.mp4', '--odd.mp4'],
        values: new Map([['title', 'The --film']]),
        switches: new Set(['private']),
      },
    },
  });
});

test('every command prints JSON on request, and those that write have a dry run', () => {
  const names = (option: string) =>
    commands.flatMap(({ name, options }) =>
      options.some((each) => each.name === option) ? [name] : [],
    );
  const others = ['serve', 'completion', 'help'];
  expect(names('json')).toEqual(
    commands.map(({ name }) => name).filter((name) => !others.includes(name)),
  );
  expect(names('dry-run')).toEqual([
    'add',
    'live',
    'edit',
    'remove',
    'publish',
    'token',
    'sign',
    'export',
    'backup',
    'restore',
    'rebuild',
    'migrate',
  ]);
});

test('an option with files may be repeated, and their names may contain commas', () => {
  const parsed = parseCommand(['edit', 'x', '--captions', 'en=a,b', '--captions', 'es=c']);
  expect(parsed.ok && parsed.value.type === 'call' && parsed.value.call.values).toEqual(
    new Map([['captions', 'en=a,b\0es=c']]),
  );
});

test('all arguments after serve belong to the server', () => {
  expect(parseCommand(['serve', '--port', '1', '--nonsense'])).toMatchObject({
    ok: true,
    value: { type: 'call', call: { rest: ['--port', '1', '--nonsense'] } },
  });
});

test.each([[[]], [['--help']], [['-h']], [['help']]])(
  '%j shows the help of all commands',
  (argv) => {
    expect(parseCommand(argv)).toEqual({ ok: true, value: { type: 'help', command: null } });
    const help = commandHelp(null, '/');
    for (const { name, summary } of commands)
      expect(help).toMatch(new RegExp(`^ {2}${name} +${summary}$`, 'm'));
  },
);

test.each(commands.filter(({ name }) => name !== 'help'))(
  '$name shows its help with each of its options',
  (command) => {
    for (const argv of [
      [command.name, '--help'],
      [command.name, '-h'],
      ['help', command.name],
    ])
      expect(parseCommand(argv)).toEqual({ ok: true, value: { type: 'help', command } });
    const help = commandHelp(command, '/');
    expect(help).toContain(`Usage: offstage ${command.name} `);
    for (const { name } of command.options) expect(help).toContain(`  --${name}`);
  },
);

test('no arguments make it throw', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.constantFrom('add', 'list', '--id', '--', '-', '-x', '--=', '--help'),
        ),
      ),
      (argv) => {
        parseCommand(argv);
        parseCommand(['add', ...argv]);
      },
    ),
  );
});
