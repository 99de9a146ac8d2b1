import { setTimeout as wait } from 'node:timers/promises';
import { bigPlay, type Control, controls, keys, placesOf, pressCount } from './control-measures.ts';
import type { Lane } from './lane.ts';
import { throttling } from './measure-load.ts';
import {
  type Bench,
  click,
  evaluate,
  type OpenPlayer,
  openPlayer,
  untilSeen,
} from './open-player.ts';
import { watchInteractions } from './watch-interactions.ts';

/** Viewers move the pointer to a control before they press, which draws the controls. */
const moveMs = 200;
/** Time for what a press causes, so that the next one does not wait for it. */
const afterMs = 500;
const leastMs = 16;

/** Operates each control by pointer, and the film by keys, while it plays. */
export async function measureControls(bench: Bench, lane: Lane): Promise<Record<string, number>> {
  const inLoop = { ...lane, query: `${lane.query}&loop=1` };
  const player = await openPlayer(bench, inLoop, {
    throttling,
    withoutWorkers: true,
    allowed: 'autoplay; fullscreen',
    prepare: async (frame) =>
      void (await frame.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `(${watchInteractions})()`,
      })),
  });
  try {
    await player.navigate();
    const seen = await untilSeen(
      player,
      'the play control',
      ({ playableMs }) => playableMs !== null,
    );
    await forget(player);
    const figures: Record<string, number> = {};
    await click(player.page, seen);
    figures[bigPlay.id] = await takeMs(player);
    await untilSeen(player, 'playback', ({ isPlaying }) => isPlaying);
    for (const control of controls) {
      const times: number[] = [];
      for (const at of placesOf(control)) {
        times.push(await press(player, control, at));
        if (control.isClosedByEscape)
          await pressKey(player, { key: 'Escape', code: 'Escape', keyCode: 27 });
      }
      figures[control.id] = Math.max(...times);
    }
    for (const key of keys) {
      const times: number[] = [];
      for (let count = 0; count < pressCount; count += 1) {
        await pressKey(player, key);
        times.push(await takeMs(player));
      }
      figures[key.id] = Math.max(...times);
    }
    return { ...figures, slowest: Math.max(...Object.values(figures)) };
  } finally {
    await player.close();
  }
}

async function press(player: OpenPlayer, control: Control, at: number): Promise<number> {
  // A pointer that moves shows the bar, and one over a control what belongs to it.
  await movePointer(player, await middleOf(player));
  if (control.shownBy !== undefined)
    await movePointer(player, await placeOf(player, control.shownBy, 0.5));
  const place = await placeOf(player, control.id, at);
  await movePointer(player, place);
  await forget(player);
  await click(player.page, place);
  return takeMs(player);
}

interface Place {
  x: number;
  y: number;
}

async function movePointer({ page }: OpenPlayer, place: Place): Promise<void> {
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place });
  await wait(moveMs);
}

async function middleOf(player: OpenPlayer): Promise<Place> {
  const middle = '({ x: innerWidth / 2, y: innerHeight / 2 })';
  return (await evaluate(player.frame(), middle)) as Place;
}

async function placeOf(player: OpenPlayer, id: string, at: number): Promise<Place> {
  const call = `benchPlaceOf(${JSON.stringify(id)}, ${at})`;
  const place = (await evaluate(player.frame(), call)) as Place | null;
  if (place === null) throw new Error(`The player does not draw its ${id}.`);
  return place;
}

async function pressKey(
  { page }: OpenPlayer,
  { key, code, keyCode }: { key: string; code: string; keyCode: number },
): Promise<void> {
  const pressed = { key, code, windowsVirtualKeyCode: keyCode };
  await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
}

/** Forgets the interactions so far. */
async function forget(player: OpenPlayer): Promise<void> {
  await readMs(player);
}

/**
 * @returns the longest interaction since the last reading, once its frame has been shown
 * @throws if there was none
 */
async function takeMs(player: OpenPlayer): Promise<number> {
  const longestMs = await readMs(player);
  if (longestMs === null) throw new Error('An input did not reach the player.');
  return Math.max(leastMs, longestMs);
}

async function readMs(player: OpenPlayer): Promise<number | null> {
  await wait(afterMs);
  const shown = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
  await evaluate(player.frame(), `${shown}.then(() => null)`);
  return (await evaluate(player.frame(), 'benchInteraction()')) as number | null;
}
