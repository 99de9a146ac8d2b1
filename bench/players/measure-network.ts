import { setTimeout as wait } from 'node:timers/promises';
import type { LinkConditions } from '../support/link/link-conditions.ts';
import type { LinkTraffic } from '../support/link/link-traffic.ts';
import { openSlowLink, type SlowLink } from '../support/link/open-slow-link.ts';
import type { Lane } from './lane.ts';
import { throttling } from './measure-load.ts';
import type { NetworkFigures } from './network-measures.ts';
import {
  type Bench,
  click,
  createProfile,
  openPlayer,
  originOf,
  type Profile,
  untilSeen,
} from './open-player.ts';
import type { Seen } from './page-watch.ts';

/** How long the first visit watches, so that what comes after the first frame is cached too. */
const watchedMs = 5_000;
/** A page that waits is idle when its line has been quiet for so long. */
const quietMs = 2_000;
/** The slowest line needs this long for a player's scripts and a part of the film. */
const patienceMs = 90_000;

/** Measures a lane over a line: two visits that play at once, and one that waits for a click. */
export async function measureNetwork(
  bench: Bench,
  lane: Lane,
  round: number,
  conditions: LinkConditions,
): Promise<NetworkFigures> {
  // In a round, the same packets are lost in all lanes.
  const over = <T>(measure: (behind: Bench, link: SlowLink) => Promise<T>) =>
    overLink(bench, lane, conditions, round, measure);
  return {
    ...(await over((behind, link) => measureVisits(behind, lane, link))),
    ...(await over((behind, link) => measureWaiting(behind, lane, link))),
  };
}

/** Lets the lane's page, its scripts and its film come over a new line. */
async function overLink<T>(
  bench: Bench,
  lane: Lane,
  conditions: LinkConditions,
  seed: number,
  measure: (behind: Bench, link: SlowLink) => Promise<T>,
): Promise<T> {
  const target = originOf(bench, lane);
  const link = await openSlowLink({ target, conditions, seed });
  try {
    const { origin } = link;
    const origins = { embedOrigin: origin, measuringOrigin: origin, peersOrigin: origin };
    return await measure({ ...bench, ...origins }, link);
  } finally {
    await link.close();
  }
}

/** The first visit finds an empty cache, the second its files, and both new connections. */
async function measureVisits(bench: Bench, lane: Lane, link: SlowLink): Promise<NetworkFigures> {
  const profile = await createProfile(bench);
  try {
    const coldFrame = await measureAutoplay(bench, lane, profile, watchedMs);
    link.hangUp();
    const warmFrame = await measureAutoplay(bench, lane, profile, 0);
    return { coldFrame, warmFrame };
  } finally {
    await profile.remove();
  }
}

/** @returns milliseconds from the opening of the page until its first frame */
async function measureAutoplay(
  bench: Bench,
  lane: Lane,
  profile: Profile,
  stayMs: number,
): Promise<number> {
  const player = await openPlayer(bench, lane, {
    throttling,
    isAutoplay: true,
    withoutWorkers: true,
    profile,
  });
  try {
    await player.navigate();
    const { firstFrameMs } = await untilSeen(
      player,
      'the first frame of a page that plays by itself',
      (seen) => seen.firstFrameMs !== null && seen.isPlaying,
      { patienceMs },
    );
    await wait(stayMs);
    return firstFrameMs ?? Number.NaN;
  } finally {
    await player.close();
  }
}

async function measureWaiting(
  bench: Bench,
  lane: Lane,
  { traffic }: SlowLink,
): Promise<NetworkFigures> {
  const player = await openPlayer(bench, lane, { throttling, withoutWorkers: true });
  try {
    await player.navigate();
    await untilSeen(player, 'poster and play control', isShown, { patienceMs });
    await untilQuiet(traffic);
    const seen = await player.seen();
    const { openedMs, pictureMs } = seen;
    const { requests, bytes } = traffic.until(openedMs + (pictureMs ?? Number.NaN));
    await player.frame().send('Runtime.evaluate', { expression: 'benchArm()' });
    const clickedMs = await click(player.page, seen);
    const { firstFrameMs } = await untilSeen(
      player,
      'the first frame after the click',
      (after) => after.firstFrameMs !== null && after.isPlaying,
      { patienceMs },
    );
    return {
      poster: pictureMs ?? undefined,
      posterRequests: requests,
      posterKb: bytes / 1_000,
      clickFrame: openedMs + (firstFrameMs ?? Number.NaN) - clickedMs,
    };
  } finally {
    await player.close();
  }
}

const isShown = ({ playableMs, pictureMs }: Seen) => playableMs !== null && pictureMs !== null;

const lookAgainMs = 100;

/** @throws an Error if the page never lets its line rest */
async function untilQuiet(traffic: LinkTraffic): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  while (traffic.quietMs() < quietMs) {
    if (performance.now() > deadlineMs)
      throw new Error(`The line was not quiet within ${patienceMs / 1_000} s.`);
    await wait(lookAgainMs);
  }
}
