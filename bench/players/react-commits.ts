import type { Session } from '../support/devtools.ts';
import { evaluate } from './open-player.ts';

declare global {
  interface Window {
    /** `null` while no React has loaded. */
    benchCommits: number | null;
  }
}

/**
 * Runs in the page before React. React reports each commit to its developer tools' hook, in
 * production builds too.
 */
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

/**
 * @returns number of React's commits since the page was opened; `null` without React, or if it has
 * rendered nothing
 */
export async function commitsOf(frame: Session): Promise<number | null> {
  const commits = await evaluate(frame, 'benchCommits');
  return typeof commits === 'number' && commits > 0 ? commits : null;
}
