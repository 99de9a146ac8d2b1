import { expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { loadTextTrack } from '../../../src/ui/late/load-text-track.ts';

const file = new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nText\n'], { type: 'text/vtt' });

test('files that are loading arrive, even if the browser collects garbage meanwhile', async () => {
  const url = URL.createObjectURL(file);
  const coming = Array.from({ length: 200 }, () => loadTextTrack(url));
  await cdp().send('HeapProfiler.collectGarbage');
  for (const cues of await Promise.all(coming)) expect(cues).toHaveLength(1);
});
