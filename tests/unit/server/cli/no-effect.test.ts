import { expect, test } from 'vitest';
import { commands, findCommand } from '../../../../server/cli/commands.js';
import { createTrial, trialKey as key, trialVideo as video } from '../support/command-trial.ts';

/**
 * Runs each command without and with each of its options, alone and beside `--json`, `--dry-run`
 * and both, because a file, a line for people and a row for programs have code of their own. A call
 * that succeeds in the same way with and without an option has ignored it.
 */

const events = 'clickhouse://127.0.0.1:1/offstage';
const closed = 'postgres://offstage@127.0.0.1:1/offstage';

/** A call of a command that works, and a value for each of its options. */
interface Tried {
  base: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** `null` for a switch. */
  options: Readonly<Record<string, string | null>>;
  /** Given beside an option that excludes a part of the base. */
  instead?: Readonly<Record<string, readonly string[]>>;
}

const parts = { captions: 'en=words.vtt', poster: 'poster.png', chapters: 'chapters.txt' };
const api = 'https://api.example';

const tried: Readonly<Record<string, Tried>> = {
  add: {
    base: ['new.mp4'],
    options: {
      media: 'none',
      title: 'Named',
      id: 'namedvideo1',
      private: null,
      'no-ladder': null,
      ...parts,
      origin: 'https://player.example',
    },
  },
  edit: {
    base: [video, '--title', 'New'],
    options: {
      media: 'other/media',
      title: 'Third',
      author: 'A',
      description: 'D',
      private: null,
      public: null,
      ...parts,
      remove: 'captions=en',
    },
    instead: { title: [video] },
  },
  live: {
    base: ['show', '--from', 'rtmp://0.0.0.0/live'],
    options: {
      from: 'srt://0.0.0.0:9000',
      media: 'other/media',
      data: 'other/data',
      title: 'Named',
      id: 'namedvideo1',
      private: null,
      'low-latency': null,
      record: null,
      'no-ladder': null,
      'signing-key': key.toUpperCase(),
      origin: 'https://player.example',
    },
    instead: { from: ['show'] },
  },
  list: { base: [], options: { media: 'other/media' } },
  remove: { base: [video], options: { media: 'other/media', yes: null } },
  publish: {
    base: ['--out', 'out', '--api', api],
    options: {
      out: 'out-b',
      api: 'https://b.example',
      'page-origin': 'https://player.example',
      media: 'none',
      brand: 'B',
      telemetry: 'off',
      consent: 'required',
      'private-host': 'private.example',
      cmcd: 'https://collector.example/c',
      'field-sample': '50',
      'bot-detection': 'on',
      'ad-status': 'https://ads.example/a.js',
      'page-config': 'page.json',
      'csp-extra': 'img-src https://img.example',
      'embed-domains': 'page.example',
      'signed-media': 'all',
      'opaque-hosts': 'allow',
      'api-key': 'key-b',
    },
    instead: { out: ['--api', api], api: ['--out', 'out'] },
  },
  token: { base: [], options: { data: 'other/data', show: null, rotate: null } },
  'token with OFFSTAGE_TOKEN': {
    base: [],
    env: { OFFSTAGE_TOKEN: 'given' },
    options: { data: 'other/data', show: null, rotate: null },
  },
  sign: {
    base: [video, '--expires', '2h'],
    options: {
      expires: '7d',
      domain: 'page.example',
      origin: 'https://player.example',
      'signing-key': key.toUpperCase(),
      data: 'other/data',
      media: 'none',
    },
    instead: { expires: [video] },
  },
  'sign with --signing-key': {
    base: [video, '--expires', '2h', '--signing-key', key],
    options: {
      expires: '7d',
      domain: 'page.example',
      origin: 'https://player.example',
      'signing-key': key.toUpperCase(),
      data: 'other/data',
      media: 'none',
    },
    instead: { expires: [video], 'signing-key': [video, '--expires', '2h'] },
  },
  ...Object.fromEntries(
    ['events', 'log', 'errors'].map((kind) => [
      `export ${kind}`,
      {
        base: [kind],
        options: {
          data: 'other/data',
          store: closed,
          events,
          format: 'csv',
          output: 'rows.txt',
          since: '1h',
          until: '2h',
          video: 'offstage001',
        },
      },
    ]),
  ),
  backup: {
    base: ['--output', 'backup.file'],
    options: { output: 'other.file', data: 'other/data', store: closed },
    instead: { output: [] },
  },
  restore: {
    base: ['made.backup', '--data', 'restored'],
    options: { data: 'elsewhere', store: closed },
    instead: { data: ['made.backup'], store: ['made.backup'] },
  },
  rebuild: { base: [], options: { data: 'other/data', store: closed, events } },
  migrate: {
    base: ['--from', 'data/events.sqlite', '--to', closed],
    options: { from: 'none.sqlite', to: closed.replace(':1/', ':2/') },
    instead: { from: ['--to', closed], to: ['--from', 'data/events.sqlite'] },
  },
};

/** Options that change nothing that these calls show. */
const exempt: readonly { call: string; options: readonly string[]; because: string }[] = [
  {
    call: 'add',
    options: ['no-ladder'],
    because: 'Without ffmpeg, no file is converted; end-to-end tests convert.',
  },
  {
    call: 'add --dry-run',
    options: ['captions', 'poster', 'chapters'],
    because: 'The file is read, and refused if it is not usable.',
  },
  ...['export events', 'rebuild'].map((call) => ({
    call,
    options: ['events'],
    because: 'No event has left this store; tests with ClickHouse read such events.',
  })),
  {
    call: 'live',
    options: ['low-latency', 'record', 'no-ladder'],
    because: 'Nobody sends; end-to-end tests send.',
  },
  {
    call: 'live --dry-run',
    options: ['data', 'signing-key'],
    because: 'A dry run prints no key; a wrong one is refused.',
  },
  {
    call: 'token with OFFSTAGE_TOKEN',
    options: ['dry-run'],
    because: 'Nothing is written anyway.',
  },
];

const others = ['serve', 'doctor', 'completion', 'help'];
const nameOf = (title: string) => title.split(' ')[0] ?? '';

test('every option of every command is tried', () => {
  const named = (name: string) => Object.entries(tried).filter(([title]) => nameOf(title) === name);
  for (const { name, options } of commands) {
    if (others.includes(name)) continue;
    const wanted = options.map((option) => option.name).filter((each) => !isMode(each));
    expect(named(name).length, name).toBeGreaterThan(0);
    for (const [title, { options: given }] of named(name))
      expect(Object.keys(given).toSorted(), title).toEqual(wanted.toSorted());
  }
});

const isMode = (name: string): boolean => name === 'json' || name === 'dry-run';

test.each(Object.entries(tried))(
  'each option of %s has an effect or is refused, alone and beside each mode',
  async (title, call) => {
    const trial = await createTrial(nameOf(title), call.env);
    const run = (args: readonly string[], names: readonly string[]) =>
      trial([...args, ...names.toSorted().map((name) => `--${name}`)]);
    const known = findCommand(nameOf(title))?.options ?? [];
    const modes = known.map(({ name }) => name).filter(isMode);
    const beside = [[], ...modes.map((mode) => [mode]), ...(modes.length === 2 ? [modes] : [])];
    const codes: number[] = [];
    for (const names of beside) {
      codes.push((await run(call.base, names)).code);
      const calls = [title, ...(names.includes('dry-run') ? [`${title} --dry-run`] : [])];
      for (const name of [...Object.keys(call.options), ...modes]) {
        if (names.includes(name)) continue;
        const base = call.instead?.[name] ?? call.base;
        const value = call.options[name] ?? null;
        const without = await run(base, names);
        const withIt = isMode(name)
          ? await run(base, [...names, name])
          : await run([...base, `--${name}`, ...(value === null ? [] : [value])], names);
        const isRefused = withIt.code === 2;
        const isIgnored = !isRefused && JSON.stringify(withIt) === JSON.stringify(without);
        const isExempt = exempt.some(
          (each) => calls.includes(each.call) && each.options.includes(name),
        );
        const shown = `${title} ${[...base, ...names].join(' ')} --${name}: ${withIt.stderr}`;
        expect(isIgnored, shown).toBe(isExempt && !isRefused);
        if (isRefused && without.code !== 2) expect(withIt.stderr).toMatch(/[;:,.] .*\.\n$/);
      }
    }
    // Where each call is refused, no option could be ignored.
    expect(new Set(codes), `${title} ${call.base.join(' ')}`).not.toEqual(new Set([2]));
  },
);
