import type { Session } from '../support/devtools.ts';
import { evaluate } from './open-player.ts';

declare global {
  interface Window {
    /** `null` while no React is there. */
    benchCommits: number | null;
  }
}

/** Runs in the page before React, which tells the hook of its developer tools of each commit, in production builds as well. */
function countCommits(): void {
  window.benchCommits = null;
  const hook = {
    isDisabled: false,
    supportsFiber: true,
    renderers: new Map(),
    inject: () => {
      window.benchCommits ??= 0;
      return 1;
    },
    onCommitFiberRoot: () => {
      window.benchCommits = (window.benchCommits ?? 0) + 1;
    },
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onScheduleFiberRoot: () => undefined,
    setStrictMode: () => undefined,
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}

export async function watchCommits(frame: Session): Promise<void> {
  await frame.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${countCommits})()` });
}

/** @returns how often React has changed the page since it was opened; `null` if there is no React in it, or none that has drawn */
export async function commitsOf(frame: Session): Promise<number | null> {
  const commits = await evaluate(frame, 'benchCommits');
  return typeof commits === 'number' && commits > 0 ? commits : null;
}
