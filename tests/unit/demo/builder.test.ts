import { readFileSync } from 'node:fs';
import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { adviseOn, parameterGroups } from '../../../demo/builder/parameter-table.ts';
import {
  type Embed,
  elementSnippet,
  embedAddress,
  frameSnippet,
  scriptSnippet,
} from '../../../demo/builder/write-snippets.ts';
import { parsePlayerArgs, rawArgsFromUrl } from '../../../shared/player/player-args.ts';

const parameters = parameterGroups.flatMap((group) => group.parameters);
const docs = readFileSync(new URL('../../../docs/url-parameters.md', import.meta.url), 'utf8');
const rows = docs
  .slice(0, docs.indexOf('## Keys'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | '));

test('the builder has one field for every documented parameter, and no others', () => {
  const documented = rows.flatMap(([names = '']) => names.match(/\w+/g) ?? []);
  expect(documented.length).toBeGreaterThan(25);
  expect(parameters.map(({ name }) => name).toSorted()).toEqual(documented.toSorted());
});

test('a field offers the documented values', () => {
  for (const [names = '', values = ''] of rows) {
    const documented: string[] = values.match(/(?<=`)[^`]+(?=`)/g) ?? [];
    for (const name of names.match(/\w+/g) ?? []) {
      const parameter = parameters.find((known) => known.name === name);
      const offered =
        parameter?.kind === 'switch'
          ? [parameter.value]
          : parameter?.kind === 'choice' && name !== 'hl'
            ? parameter.values
            : [];
      for (const value of offered)
        if (values !== 'any')
          expect({ name, value, isThere: documented.includes(value) }).toMatchObject({
            isThere: true,
          });
    }
  }
});

/** Annotations do not exist here; the others are read by the scripts that need them. */
const readElsewhere = ['iv_load_policy', 'rel', 'modestbranding'];

test.each(
  parameters.filter(({ kind, name }) => kind === 'switch' && !readElsewhere.includes(name)),
)('the switch of $name changes the player', (parameter) => {
  if (parameter.kind !== 'switch') throw new Error('the others are not here');
  const read = (query: string) =>
    parsePlayerArgs(
      rawArgsFromUrl('/embed/offstage001', new URLSearchParams(query)),
      '/embed/offstage001',
    );
  expect(read(`${parameter.name}=${parameter.value}`)).not.toEqual(read(''));
});

const checkOf = (name: string) => {
  const parameter = parameters.find((known) => known.name === name);
  if (parameter?.kind !== 'text') throw new Error(`${name} is no text`);
  return parameter.check;
};

describe('a value', () => {
  test.each([
    ['start', '12.5'],
    ['end', '0'],
    ['list', 'PLoffstageplaylist'],
    ['playlist', 'offstage001,offstage002'],
    ['cc_lang_pref', 'pt-BR'],
    ['origin', 'https://www.example.com:8443'],
    ['origin', 'http://localhost:3000'],
    ['widgetid', '7'],
    ['widget_referrer', 'https://www.example.com/a?b=c'],
    ['token', `1700000000.${'a'.repeat(43)}`],
    ['token', `1700000000.*.example.com.${'-'.repeat(43)}`],
    ['fflags', 'a=true&b=false'],
  ])('that the player accepts is fine: %s=%s', (name, value) => {
    expect(checkOf(name)(value)).toBeNull();
  });

  test.each([
    ['start', '-1'],
    ['start', '1:30'],
    ['end', 'soon'],
    ['end', '1e3'],
    ['list', 'a b'],
    ['playlist', 'offstage001, offstage002'],
    ['playlist', 'short'],
    ['cc_lang_pref', 'Deutsch!'],
    ['origin', 'www.example.com'],
    ['origin', 'https://www.example.com/'],
    ['origin', 'javascript:alert(1)'],
    ['widgetid', '1.5'],
    ['widget_referrer', 'file:///etc'],
    ['token', 'secret'],
    ['fflags', 'a b'],
  ])('that it refuses is explained, with valid values: %s=%s', (name, value) => {
    expect(checkOf(name)(value)).toMatch(/^Enter .+\.$/);
  });
});

test.each([
  [{ autoplay: '1' }, ['autoplay']],
  [{ autoplay: '1', mute: '1' }, []],
  [{ start: '9', end: '3' }, ['end']],
  [{ end: '3' }, []],
  [{ listType: 'playlist' }, ['listType']],
  [{ enablejsapi: '1' }, ['enablejsapi']],
  [{ origin: 'https://a.example' }, ['origin']],
  [{ enablejsapi: '1', origin: 'https://a.example' }, []],
  [{ cc_lang_pref: 'es' }, ['cc_lang_pref']],
])('the values %o have notes at %j', (values, at) => {
  expect([...adviseOn(new Map(Object.entries(values))).keys()]).toEqual(at);
});

describe('the code', () => {
  const hostile = `"></iframe></script><script>alert(1)</script>&amp;'\u2028`;
  const embed: Embed = {
    embedOrigin: 'https://player.example',
    videoId: 'offstage001',
    title: 'Four Lights',
    parameters: [
      ['start', '16'],
      ['hl', 'de'],
      ['enablejsapi', '1'],
      ['origin', 'https://www.example.com'],
    ],
    size: { kind: 'responsive', width: 16, height: 9 },
    isLazy: true,
  };
  const writers = [frameSnippet, elementSnippet, scriptSnippet];
  type Node = { nodeName: string; attrs?: { name: string; value: string }[]; childNodes?: Node[] };
  const elementsOf = (html: string) => {
    const found: { name: string; attributes: Record<string, string> }[] = [];
    const walk = ({ nodeName, attrs, childNodes = [] }: Node): void => {
      if (attrs)
        found.push({
          name: nodeName,
          attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
        });
      childNodes.forEach(walk);
    };
    walk(parseFragment(html) as unknown as Node);
    return found;
  };

  test('of a frame has the attributes that a frame needs', () => {
    expect(frameSnippet(embed)).toBe(`<iframe
  src="https://player.example/embed/offstage001?start=16&amp;hl=de&amp;enablejsapi=1&amp;origin=https%3A%2F%2Fwww.example.com"
  title="Four Lights"
  allow="autoplay; clipboard-write; encrypted-media; picture-in-picture; web-share"
  referrerpolicy="strict-origin-when-cross-origin"
  loading="lazy"
  style="width: 100%; aspect-ratio: 16 / 9; border: 0"
  allowfullscreen
></iframe>
`);
    const fixed = frameSnippet({
      ...embed,
      size: { kind: 'fixed', width: 640, height: 360 },
      isLazy: false,
    });
    expect(elementsOf(fixed)[0]?.attributes).toMatchObject({
      width: '640',
      height: '360',
      loading: 'eager',
      style: 'border: 0',
    });
  });

  test('of the element leaves out what the element adds itself', () => {
    const [script, player, link] = elementsOf(elementSnippet(embed));
    expect(script?.attributes.src).toBe('https://player.example/sdk/offstage-player.js');
    expect(player).toEqual({
      name: 'offstage-player',
      attributes: {
        videoid: 'offstage001',
        'video-title': 'Four Lights',
        params: 'start=16&hl=de',
        style: 'display: block; aspect-ratio: 16 / 9',
      },
    });
    expect(link?.attributes.href).toBe('https://player.example/watch/offstage001');
  });

  test('of a player with commands is a script that runs', () => {
    const code = scriptSnippet(embed);
    const [, script = ''] = /<script>\n([\s\S]*)<\/script>\n$/.exec(code) ?? [];
    const made: unknown[] = [];
    class Player {
      constructor(...args: unknown[]) {
        made.push(args);
      }
      addEventListener() {}
    }
    new Function('YT', `${script}; onYouTubeIframeAPIReady();`)({ Player });
    expect(made).toEqual([
      [
        'player',
        {
          videoId: 'offstage001',
          width: '100%',
          height: '100%',
          playerVars: { start: '16', hl: 'de' },
        },
      ],
    ]);
  });

  test.each(writers)('contains no markup from a title or value: %o', (write) => {
    const calm = elementsOf(write(embed)).map(({ name }) => name);
    const code = write({
      ...embed,
      title: hostile,
      parameters: [['list', hostile]],
    });
    expect(elementsOf(code).map(({ name }) => name)).toEqual(calm);
    expect(code).not.toContain('<script>alert');
  });

  test('leads only to the player, whatever the id is', () => {
    const address = new URL(embedAddress({ ...embed, videoId: '../../x?y#z' }));
    expect([address.origin, address.pathname]).toEqual([
      'https://player.example',
      '/embed/..%2F..%2Fx%3Fy%23z',
    ]);
  });
});
