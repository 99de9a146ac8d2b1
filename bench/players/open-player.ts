import { setTimeout as wait } from 'node:timers/promises';
import { serveHostPage } from '../../e2e/support/host-page.ts';
import type { DevTools, Session } from '../support/devtools.ts';
import { filmIds } from './film.ts';
import type { Lane } from './lane.ts';
import { isHit, type Seen, watchPage, watchPaints } from './page-watch.ts';

/** Dependencies of all measurements. */
export interface Bench {
  devTools: DevTools;
  /** Origins of the real server, of one whose embeds all measure themselves, and of the peers. */
  embedOrigin: string;
  measuringOrigin: string;
  peersOrigin: string;
  /** Makes ours worse: runs in its frames before any script, to see whether the bench notices. */
  plant?: (frame: Session) => Promise<void>;
}

export interface OpenOptions {
  /** Autoplays, muted. */
  isAutoplay?: boolean;
  /** Does not attach to workers, so that they start without a delay, as for a viewer. */
  withoutWorkers?: boolean;
  /** The permissions of the embeds (`allow`); by default only autoplay. */
  allowed?: string;
  /** Number of embeds on the host page. */
  count?: number;
  /** Opens the page in this profile, which outlives it, instead of in a fresh one. */
  profile?: Profile;
  /** Slowdown factor of the embeds' main thread. */
  throttling: number;
  /** Runs before any script of the frame. */
  prepare?: (frame: Session) => Promise<void>;
}

/** A browser profile with its own cache and storage. */
export interface Profile {
  id: string;
  remove(): Promise<void>;
}

/** A host page with embeds on another site, by default in a fresh browser profile. */
export interface OpenPlayer {
  page: Session;
  /** The first embed; all embeds of a page share a process. */
  frame(): Session;
  frames(): readonly Session[];
  /** Live workers. */
  workers(): readonly Session[];
  /** Opens the host page. */
  navigate(): Promise<void>;
  seen(frame?: Session): Promise<Seen>;
  close(): Promise<void>;
}

/** All embeds of a page must be in view, because browsers render no others. */
const [windowWidth, windowHeight] = [1_640, 900];
const size = { alone: [640, 360], amongOthers: [320, 180] } as const;

/** Creates a profile that has seen no page. */
export async function createProfile({ devTools: { browser } }: Bench): Promise<Profile> {
  const { browserContextId: id } = await browser.send('Target.createBrowserContext');
  return {
    id,
    remove: async () =>
      void (await browser.send('Target.disposeBrowserContext', { browserContextId: id })),
  };
}

export async function openPlayer(
  bench: Bench,
  lane: Lane,
  options: OpenOptions,
): Promise<OpenPlayer> {
  const { browser } = bench.devTools;
  const host = await serveHostPage(
    hostHtml(embedUrl(bench, lane, options.isAutoplay === true), options),
  );
  const profile = options.profile ?? (await createProfile(bench));
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId: profile.id,
    width: windowWidth,
    height: windowHeight,
    newWindow: true,
  });
  const frames: Session[] = [];
  const workers: Session[] = [];
  const prepare = async (session: Session) => {
    if (session.type !== 'iframe') {
      workers.push(session);
      return;
    }
    frames.push(session);
    const control = options.isAutoplay === true ? null : lane.control;
    const source = `(${watchPage})(${JSON.stringify(control)}, ${isHit}, ${watchPaints})`;
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
      session.send('Emulation.setCPUThrottlingRate', { rate: options.throttling }),
      options.prepare?.(session),
      lane.kind === 'ours' && bench.plant?.(session),
    ]);
  };
  const page = await bench.devTools.attach(targetId, prepare, options.withoutWorkers);
  await page.send('Page.enable');
  const frame = () => {
    const [found] = frames;
    if (found === undefined) throw new Error('The host page has no frame.');
    return found;
  };
  return {
    page,
    frame,
    frames: () => frames,
    workers: () => workers.filter((worker) => !worker.isGone()),
    navigate: async () => void (await page.send('Page.navigate', { url: host.url })),
    seen: async (from = frame()) => (await evaluate(from, 'benchSeen()')) as Seen,
    async close() {
      if (options.profile === undefined) await profile.remove();
      else await browser.send('Target.closeTarget', { targetId });
      await host.close();
    },
  };
}

/** @returns the server of the lane's page */
export function originOf(bench: Bench, { kind, isMeasuringItself }: Lane): string {
  if (kind === 'peer') return bench.peersOrigin;
  return isMeasuringItself ? bench.measuringOrigin : bench.embedOrigin;
}

/** @returns the address of the lane's page */
export function embedUrl(bench: Bench, lane: Lane, isAutoplay: boolean): string {
  const origin = originOf(bench, lane);
  if (lane.kind === 'peer') return `${origin}/${lane.id}${isAutoplay ? '?autoplay' : ''}`;
  const query = `${lane.query}${isAutoplay ? '&autoplay=1&mute=1' : ''}`;
  return `${origin}/embed/${filmIds[lane.source]}?${query}`;
}

function hostHtml(url: string, { count = 1, allowed = 'autoplay' }: OpenOptions): string {
  const [width, height] = count === 1 ? size.alone : size.amongOthers;
  const embed = `<iframe src="${url}" width="${width}" height="${height}" allow="${allowed}"></iframe>`;
  return `<style>body{margin:0;display:flex;flex-wrap:wrap}iframe{border:0}</style>${embed.repeat(count)}`;
}

/** @returns the value of the expression or its promise; JSON only */
export async function evaluate(session: Session, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails === undefined) return result.value;
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

const lookAgainMs = 100;
const usualPatienceMs = 30_000;

interface Watch {
  /** Defaults to the first frame. */
  frame?: () => Session;
  patienceMs?: number;
}

/**
 * Polls until a condition is met. Each poll is a task in the page, so polls are few.
 * @throws an Error that names the condition
 */
export async function untilSeen(
  player: OpenPlayer,
  what: string,
  isThere: (seen: Seen) => boolean,
  { frame = player.frame, patienceMs = usualPatienceMs }: Watch = {},
): Promise<Seen> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    await wait(lookAgainMs);
    // The frame may not exist yet.
    const seen = await Promise.resolve()
      .then(() => player.seen(frame()))
      .catch(() => null);
    if (seen !== null && isThere(seen)) return seen;
    if (performance.now() > deadlineMs)
      throw new Error(`Not seen within ${patienceMs / 1_000} s: ${what}.`);
  }
}

/**
 * Clicks like a viewer.
 * @returns Unix milliseconds of the click
 */
export async function click(page: Session, { x, y }: Pick<Seen, 'x' | 'y'>): Promise<number> {
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
  const clickedMs = performance.timeOrigin + performance.now();
  const button = { x, y, button: 'left', clickCount: 1 } as const;
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', buttons: 1, ...button });
  await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', buttons: 0, ...button });
  return clickedMs;
}
