import { beforeEach, expect, test } from 'vitest';
import { untilPasses } from '../../../support/until.ts';
import { makeEntry } from '../events/make-events.ts';
import { bodyOf, config, create, logPath, paths, scene, startScene } from './consent-scene.ts';

beforeEach(startScene);

test('a visitor id that the page config gives is used, and none is fetched', async () => {
  const services = create();
  await services.start({ ...config, consent: 'granted', api: { visitorId: 'given' } });
  await services.getVideo('offstage001');
  expect(scene.asked.at(-1)?.init).toMatchObject({ headers: { 'X-Visitor-Id': 'given' } });
  services.log([makeEntry(1)]);
  await services.flush();
  expect((await bodyOf(logPath)).context.client.visitorId).toBe('given');
  expect(paths()).not.toContain('/visitor_id');
  await services.dispose();
});

/** All entries of one kind in the provider log. */
const reportedOf = async (kind: string) => {
  const batches = scene.asked.filter(({ path }) => path === '/log').map(({ init }) => init?.body);
  const parsed = await Promise.all(batches.map((body) => new Response(body).json()));
  return parsed.flatMap(({ entries }) => entries).filter((entry) => entry.kind === kind);
};

/** The state that the page keeps for the next services. */
const memo = () => scene.news.findLast((reported) => reported.type === 'memo')?.memo;

test.each([
  ['PRIVATE_EMBED', { isPrivate: true }],
  ['EDUCATION_EMBED', { api: { isEducationEmbed: true } }],
  ['PFL_MODE', { api: { isPflMode: true } }],
  ['FETCH_DISABLED', { api: { isVisitorIdFetchDisabled: true } }],
  ['MISSING_FROM_SERVER', {}],
])(
  'a missing visitor id is reported once a document, with the reason %s, even when the services restart [spec-8.9, spec-8.37, spec-8.39, spec-8.40]',
  async (code, given) => {
    scene.answers['/visitor_id'] = () => new Response('{}');
    scene.answers['/log'] = () => new Response('{"accepted":1,"duplicates":0,"rejected":0}');
    for (let life = 0; life < 3; life++) {
      const services = create();
      await services.start({
        ...config,
        ...given,
        consent: 'granted',
        ...(memo() && { memo: memo() }),
      });
      await untilPasses(() => expect(memo()?.visitorIdFailure?.code).toBe(code));
      await scene.clock.advanceAsync(400_000);
      await services.dispose();
    }
    expect(await reportedOf('visitor_id_failed')).toMatchObject([{ fields: { code } }]);
  },
);

test('missing consent is reported once consent is given, and not when there is an id [spec-8.38]', async () => {
  scene.answers['/log'] = () => new Response('{"accepted":1,"duplicates":0,"rejected":0}');
  const services = create();
  await services.start(config);
  await untilPasses(() => expect(memo()?.visitorIdFailure?.code).toBe('NO_CONSENT'));
  await scene.clock.advanceAsync(60_000);
  expect(scene.asked).toEqual([]);
  await services.setConsent('granted');
  await untilPasses(() => expect(memo()?.visitorIdFailure).toBeNull());
  await scene.clock.advanceAsync(60_000);
  await services.setConsent('refused');
  await untilPasses(() => expect(memo()?.visitorIdFailure?.code).toBe('NO_CONSENT'));
  await services.setConsent('granted');
  await untilPasses(() => expect(memo()?.visitorIdFailure).toBeNull());
  await scene.clock.advanceAsync(60_000);
  expect(await reportedOf('visitor_id_failed')).toMatchObject([{ fields: { code: 'NO_CONSENT' } }]);
  await services.dispose();
});
