import type { Browser } from '@playwright/test';
import type { NotingPage } from '../cluster/support/noting-page.ts';
import { openNotingPage } from '../cluster/support/noting-page.ts';
import { noteNumbers } from '../faults/support/notes.ts';
import { storedEvents } from '../support/intake.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import type { Check } from './check.ts';

/** An embed that plays in a loop and logs throughout. */
export interface Viewer extends NotingPage {
  /** Waits until the video has moved on from its present time. */
  untilPlayed(): Promise<void>;
}

export async function openViewer(browser: Browser, origin: string): Promise<Viewer> {
  const page = await openNotingPage(browser, origin, '/embed/offstage002?autoplay=1&mute=1&loop=1');
  const untilPlayed = async () => {
    const before = await page.positionSec();
    await until('the video plays on', async () => (await page.positionSec()) !== before);
  };
  await untilPlayed();
  return { ...page, untilPlayed };
}

/** Ends the viewer's logging and compares it with the store. */
export async function checkViewer(viewer: Viewer, server: ServerProcess): Promise<Check[]> {
  await viewer.untilPlayed();
  const { notes, created, delivered, dropped } = await viewer.finish();
  const stored = noteNumbers(await storedEvents(server)).toSorted((a, b) => a - b);
  return [
    {
      what: 'the embed has delivered every event',
      isMet: delivered === created,
      seen: `${created} events`,
    },
    {
      what: 'each of its notes is stored once',
      isMet: stored.length === notes && stored.every((n, index) => n === index),
      seen: `${notes} notes logged, ${stored.length} stored, dropped ${JSON.stringify(dropped)}`,
    },
    {
      what: 'its console shows no error or warning',
      isMet: viewer.complaints.length === 0,
      ...(viewer.complaints.length > 0 && { seen: viewer.complaints.join('; ') }),
    },
  ];
}
