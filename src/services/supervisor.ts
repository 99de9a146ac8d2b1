import { rpcLimits } from '../../shared/limits/rpc-limits.ts';
import type { News } from '../../shared/rpc/news.ts';
import type { Runtime, ServicesConfig, ServicesInfo } from '../../shared/rpc/rpc.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import { err, ok, type Result } from '../../shared/tools/result.ts';
import { frozen, type ServicesHost, silent } from './services-host.ts';
import { type ServicesLife, startServicesLife } from './services-life.ts';
import { firstPlan, nextPlan, type ServicesPlace, type StartPlan } from './services-place.ts';
import { withDeadline } from './with-deadline.ts';

/** Services that have started. */
export interface RunningServices {
  life: ServicesLife;
  place: ServicesPlace;
  info: ServicesInfo;
}

/**
 * Keeps services running: starts them, restarts them, and moves them to a place where they survive.
 */
export interface Supervisor {
  /** `null` between two runs, and when no more will start. */
  current(): RunningServices | null;
  /** Waits for services that are starting. */
  running(): Promise<Result<RunningServices, 'NO_SERVICES'>>;
  /** Whether no restart is planned for now. */
  readonly hasGivenUp: boolean;
  stop(): void;
}

export interface SupervisorDeps {
  runtime: Runtime;
  config: ServicesConfig;
  clock: Clock;
  /** The first start waits for this, or for the first call of `running`. */
  canStart: Promise<void>;
  startWorker(place: Exclude<ServicesPlace, 'page'>): ServicesHost | Promise<ServicesHost>;
  startPage(): Promise<ServicesHost>;
  onNews(news: News): void;
  /** New services know nothing that their predecessors were sent. */
  onRunning(running: RunningServices): void;
}

export function startSupervisor(deps: SupervisorDeps): Supervisor {
  const { runtime, config, clock, onNews, onRunning } = deps;
  let running: RunningServices | null = null;
  let starting: ServicesLife | null = null;
  /** Why there are no services, and none will start soon. */
  let givenUp: string | null = null;
  let giveUpCount = 0;
  let cancelRestart = () => {};
  const waiters = new Set<() => void>();

  function notifyWaiters(): void {
    for (const notify of [...waiters]) notify();
    waiters.clear();
  }

  /**
   * Gives up for a while. A script that failed to load without a network may load later, and events
   * wait for it.
   */
  function giveUp(reason: string): void {
    givenUp = reason;
    notifyWaiters();
    const delayMs = Math.min(rpcLimits.reviveMs * 2 ** giveUpCount++, rpcLimits.reviveMaxMs);
    cancelRestart = clock.setTimer(() => {
      givenUp = null;
      void start(firstPlan(runtime));
    }, delayMs);
  }

  async function start(plan: StartPlan): Promise<void> {
    let hasLived = false;
    const lose = (reason: string) => {
      running = null;
      starting = null;
      if (givenUp !== null) return;
      const isRefused = !hasLived && reason !== silent;
      const next = reason === frozen ? { ...plan, delayMs: 0 } : nextPlan(runtime, plan, isRefused);
      if (next === null) giveUp(reason);
      else cancelRestart = clock.setTimer(() => void start(next), next.delayMs);
    };
    try {
      const host = await load(plan.place);
      if (host === null) return lose(silent);
      const life = startServicesLife({ host, clock, onNews, onDeath: lose });
      if (givenUp !== null) return life.end();
      starting = life;
      const info = await greet(life, rpcLimits.startDeadlineMs * 2 ** plan.restarts);
      // Otherwise the services died meanwhile and are being replaced, or were stopped.
      if (!info.ok || starting !== life) return;
      hasLived = true;
      starting = null;
      running = { life, place: plan.place, info: info.value };
      onRunning(running);
      notifyWaiters();
    } catch (error) {
      starting?.end();
      lose(String(error));
    }
  }

  async function load(place: ServicesPlace): Promise<ServicesHost | null> {
    const loading = Promise.resolve(place === 'page' ? deps.startPage() : deps.startWorker(place));
    const host = await withDeadline(loading, rpcLimits.callDeadlineMs, clock);
    // Too late to be used. If loading fails, there is nothing to terminate.
    if (host === null) loading.then((late) => late.terminate()).catch(() => undefined);
    return host;
  }

  async function greet(life: ServicesLife, loadMs: number): Promise<Result<ServicesInfo>> {
    // A script that is still loading cannot answer a ping, and needs a shorter deadline than busy
    // services.
    const loaded = await life.call((services) => services.ping(), loadMs);
    if (!loaded.ok) return loaded;
    const started = await life.call((services) => services.start(config));
    if (!started.ok) return started;
    // The services refuse only a second start.
    if (!started.value.ok) throw new Error(started.value.error.message);
    return started.value;
  }

  let hasBegun = false;
  function begin(): void {
    if (hasBegun || givenUp !== null) return;
    hasBegun = true;
    void start(firstPlan(runtime));
  }

  void deps.canStart.then(begin);
  return {
    current: () => running,
    get hasGivenUp() {
      return givenUp !== null;
    },
    async running() {
      begin();
      if (running === null && givenUp === null)
        await new Promise<void>((resolve) => waiters.add(resolve));
      if (running !== null) return ok(running);
      return err(
        'NO_SERVICES',
        `No services run (${givenUp ?? 'they died'}); events are kept in the page.`,
      );
    },
    stop() {
      givenUp = 'disposed';
      notifyWaiters();
      cancelRestart();
      running?.life.end();
      starting?.end();
      running = null;
    },
  };
}
