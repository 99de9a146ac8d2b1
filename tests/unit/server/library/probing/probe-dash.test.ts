import { expect, test } from 'vitest';
import { probeDash } from '../../../../../server/library/probing/probe-dash.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const probe = (xml: string) => probeDash(tempDirectory({ 'a.mpd': xml }), 'a.mpd');

const mpd = (attributes: string, segments: string) =>
  `<MPD ${attributes}><Period><AdaptationSet mimeType="video/mp4">
  <Representation id="v" bandwidth="5" width="640" height="360">${segments}</Representation></AdaptationSet></Period></MPD>`;

const template = (attributes: string, timeline = '') =>
  `<SegmentTemplate media="$Number$.m4s" initialization="i.mp4" ${attributes}>${timeline}</SegmentTemplate>`;

test('a dynamic MPD is live, and its past segments are not counted', async () => {
  const xml = mpd(
    'type="dynamic" availabilityStartTime="1970-01-01T00:00:00Z" mediaPresentationDuration="PT5S"',
    template('duration="100000"'),
  );
  expect(await probe(xml)).toEqual({
    ok: true,
    value: {
      mimeType: 'application/dash+xml',
      durationSeconds: 0,
      width: 640,
      height: 360,
      isLive: true,
      references: [],
      foreignOrigins: [],
      defect: null,
    },
  });
});

const hour = 'type="static" mediaPresentationDuration="PT1H"';

test.each([
  ['by their duration', hour, template('duration="20" timescale="1000"'), 180_000],
  ['by their last number', hour, template('duration="20" endNumber="100001"'), 100_001],
  [
    'by a repetition',
    hour,
    template('', '<SegmentTimeline><S d="1" r="100000"/></SegmentTimeline>'),
    100_001,
  ],
  [
    'by a repetition to the end',
    hour,
    template('timescale="50"', '<SegmentTimeline><S t="0" d="1" r="-1"/></SegmentTimeline>'),
    180_000,
  ],
  [
    'by a repetition up to the next entry',
    hour,
    template('', '<SegmentTimeline><S t="5" d="1" r="-1"/><S t="100006" d="1"/></SegmentTimeline>'),
    100_002,
  ],
  [
    'by a repetition of zero duration',
    hour,
    template('', '<SegmentTimeline><S t="0" d="0" r="-1"/></SegmentTimeline>'),
    Number.POSITIVE_INFINITY,
  ],
  [
    'of a list',
    hour,
    '<SegmentList duration="20" timescale="1000"><SegmentURL media="1.m4s"/></SegmentList>',
    180_000,
  ],
])(
  'an MPD with too many segments, counted %s, is refused',
  async (_what, attributes, segments, count) => {
    expect(await probe(mpd(attributes, segments))).toEqual({
      ok: false,
      error: {
        code: 'UNREADABLE',
        message: `a representation has ${count} segments, more than 100000`,
      },
    });
  },
);

test.each([
  ['by their duration', template('duration="1800"'), ['1.m4s', '2.m4s']],
  [
    'by a timeline',
    template('', '<SegmentTimeline><S d="9" r="2"/></SegmentTimeline>'),
    ['1.m4s', '2.m4s', '3.m4s'],
  ],
])('the segments counted %s are known', async (_what, segments, names) => {
  const probed = await probe(mpd(hour, segments));
  expect(probed).toMatchObject({
    ok: true,
    value: { durationSeconds: 3_600, isLive: false, references: ['i.mp4', ...names] },
  });
});

test('the file of a representation without segments is known', async () => {
  expect(await probe(mpd(hour, '<BaseURL>all.mp4</BaseURL>'))).toMatchObject({
    ok: true,
    value: { references: ['all.mp4'] },
  });
});
