import type { BotScriptEvent } from '../../shared/wire/bot-detection.ts';

/** Specification §4, "Bot-detection loader". Operators see the numbers. */
export const botState = {
  init: 1,
  loading: 2,
  scriptFailed: 3,
  jsFailed: 4,
  running: 5,
  ready: 6,
  error: 7,
  disposed: 8,
} as const;
export type BotState = (typeof botState)[keyof typeof botState];

export type BotEvent = 'load' | BotScriptEvent['type'] | 'timed_out' | 'dispose';

const { init, loading, scriptFailed, jsFailed, running, ready, error, disposed } = botState;

const transitions: Readonly<Record<BotState, Partial<Record<BotEvent, BotState>>>> = {
  [init]: { load: loading, dispose: disposed },
  [loading]: {
    script_failed: scriptFailed,
    js_failed: jsFailed,
    started: running,
    timed_out: scriptFailed,
    dispose: disposed,
  },
  [scriptFailed]: { dispose: disposed },
  [jsFailed]: { dispose: disposed },
  [running]: { answered: ready, failed: error, timed_out: error, dispose: disposed },
  [ready]: { dispose: disposed },
  [error]: { dispose: disposed },
  [disposed]: {},
};

/**
 * @returns the next state; unchanged for an event without meaning in this state, such as one after
 * a time-out
 */
export function nextBotState(state: BotState, event: BotEvent): BotState {
  return transitions[state][event] ?? state;
}
