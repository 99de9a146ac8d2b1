import type { Session } from '../support/devtools.ts';
import type { Lane } from './lane.ts';
import { type Bench, click, embedUrl, openPlayer, untilSeen } from './open-player.ts';
import { inlineScriptBytes } from './script-bytes.ts';

/** How long poster and control may take without scripts; they appear at once or never. */
const noScriptMs = 2_500;
/**
 * Pages that are opened until poster and control are seen. In about one of 17, Chromium does not
 * report the paint of a poster that is there (8 of 135, 27 November 2026).
 */
const pageCount = 3;
/** How long playback may take to begin on a busy machine. */
const playsMs = 30_000;

/**
 * Holds all script files back until poster and play control are there and the control was clicked,
 * then releases them.
 * @returns whether the video plays from that click: then no script file was needed for it
 */
export async function playsByEarlyClick(bench: Bench, lane: Lane): Promise<boolean> {
  for (let page = 0; page < pageCount; page += 1) {
    const plays = await clickEarly(bench, lane);
    if (plays !== null) return plays;
  }
  return false;
}

/** @returns whether the video plays; `null` if poster and control were not seen */
async function clickEarly(bench: Bench, lane: Lane): Promise<boolean | null> {
  const held: string[] = [];
  let isReleased = false;
  const release = async (frame: Session) => {
    isReleased = true;
    await Promise.all(held.map((requestId) => frame.send('Fetch.continueRequest', { requestId })));
  };
  const player = await openPlayer(bench, lane, {
    throttling: 1,
    async prepare(frame) {
      frame.on<{ requestId: string }>('Fetch.requestPaused', ({ requestId }) => {
        // The page may have cancelled the request; ignore the failure.
        if (isReleased) frame.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
        else held.push(requestId);
      });
      await frame.send('Fetch.enable', {
        patterns: [{ resourceType: 'Script', requestStage: 'Request' }],
      });
    },
  });
  try {
    await player.navigate();
    const isShown = await untilSeen(
      player,
      'poster and control without scripts',
      ({ playableMs, pictureMs }) => playableMs !== null && pictureMs !== null,
      { patienceMs: noScriptMs },
    ).catch(() => null);
    if (isShown === null) return null;
    await click(player.page, isShown);
    await release(player.frame());
    const plays = await untilSeen(
      player,
      'playback by the early click',
      ({ isPlaying }) => isPlaying,
      {
        patienceMs: playsMs,
      },
    ).catch(() => null);
    return plays !== null;
  } finally {
    await player.close();
  }
}

/** @returns kilobytes (brotli) of script in the HTML of a lane's page */
export async function inlineScriptKb(bench: Bench, lane: Lane): Promise<number> {
  return (await inlineScriptBytes(embedUrl(bench, lane, false))) / 1_000;
}
