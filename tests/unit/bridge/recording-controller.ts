import { createCueRanges } from '../../../src/bridge/cue-ranges.ts';
import { findCommand } from '../../../src/bridge/host-commands.ts';
import type { Controller } from '../../../src/player/session/controller.ts';
import { initialPlayerState, type PlayerState } from '../../../src/player/state/player-state.ts';
import { createPlayerStore } from '../../../src/player/state/player-store.ts';

export type Call = [name: string, ...args: unknown[]];

/** A controller that only records its calls. */
export function createRecordingController(onCall: (call: Call) => void = () => {}): {
  controller: Controller;
  calls: Call[];
} {
  const calls: Call[] = [];
  const controller = new Proxy({} as Controller, {
    get:
      (_, name) =>
      (...args: unknown[]) => {
        const call: Call = [String(name), ...args];
        calls.push(call);
        onCall(call);
      },
  });
  return { controller, calls };
}

/** Runs one command of the table. The result is `undefined` for an unknown name. */
export function runCommand(
  func: string,
  args: readonly unknown[],
  state: Partial<PlayerState> = {},
  languages: readonly string[] = ['en'],
) {
  const { controller, calls } = createRecordingController();
  const notes: string[] = [];
  const outcome = findCommand(func)?.run(
    {
      controller,
      store: createPlayerStore(),
      getState: () => ({ ...initialPlayerState, ...state }),
      cueRanges: createCueRanges(),
      languages: () => languages,
      diagnose: () => notes.push('diagnose'),
      setConsent: (consent) => notes.push(`setConsent ${consent}`),
      notify: () => {},
      sentCount: 0,
      measure: (_, budget) => notes.push(`measure ${JSON.stringify(budget)}`),
      forgetHost: () => notes.push('forgetHost'),
    },
    args,
  );
  return { outcome, calls, notes };
}
