import { thorough } from '../support/thorough.ts';
import { clientList, type Step } from './support/client-list.ts';
import { openClient } from './support/open-client.ts';
import { expect, test } from './support/test.ts';

const errors: { step: Step; videoId: string; code: number }[] = [
  { step: 'unknown video', videoId: 'nobodyknows', code: 100 },
  { step: 'refused video', videoId: 'offstage005', code: 150 },
  { step: 'malformed id', videoId: 'not_an_id', code: 2 },
];

/** Others have a journey or another test in `npm test`. */
const examples = ['react-player', 'plyr', 'video-js'];

function anyOf(patterns: readonly (RegExp | undefined)[]): RegExp {
  return new RegExp(patterns.flatMap((pattern) => pattern?.source ?? []).join('|'));
}

for (const { name, events, lacks, noise, errorNoise } of clientList) {
  const has = errors.filter(({ step }) => lacks[step] === undefined);
  const { error } = events;
  if (has.length === 0 || error === undefined) continue;

  test.describe(`${name} reports why a video does not play`, () => {
    test.use({ expectedNoise: anyOf([noise, errorNoise]) });

    const isShort = (step: Step) => step === 'refused video' && examples.includes(name);
    for (const { step, videoId, code } of has)
      test(`${step}: ${code}`, isShort(step) ? {} : thorough, async ({ page }) => {
        const client = await openClient(page, name, { videoId });
        await client.untilReceived(error(code));
        const others = errors
          .filter((other) => other.code !== code)
          .map((other) => error(other.code));
        for (const other of others) expect(await client.received()).not.toContain(other);
      });
  });
}
