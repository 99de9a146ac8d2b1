import type { Measure } from '../report/part-report.ts';

/** Costs for the host page. */
export const hostMeasures = [
  {
    id: 'sdkKb',
    title: 'Host SDK',
    unit: 'kB gzip',
    explanation: 'The script that hosts load (`/iframe_api`), whole.',
    goal: { kind: 'value', atMost: 4 },
  },
  {
    id: 'elementKb',
    title: 'Custom element',
    unit: 'kB gzip',
    explanation: '`<offstage-player>`, without the SDK that it imports when it loads the embed.',
    goal: { kind: 'value', atMost: 3 },
  },
  {
    id: 'mountHeapBytes',
    title: 'Heap left by an embed that is taken away',
    unit: 'bytes',
    explanation:
      'Growth of the host page’s JavaScript heap, garbage collected, over 100 embeds that the SDK made one after the other, that were loaded and destroyed; divided by 100. 150 that nobody counts come before. V8 itself keeps some code and what it has learned of types there, some kilobytes in all, so the goal is not quite nothing: it is less than one player’s object would take, and listeners and windows, of which nothing may be left, stand beside it.',
    goal: { kind: 'value', atMost: 200 },
  },
  {
    id: 'mountListeners',
    title: 'Listeners left by them',
    unit: 'listeners',
    explanation: 'Event listeners of the host’s process that are more than before.',
    goal: { kind: 'value', atMost: 0 },
  },
  {
    id: 'mountWindows',
    title: 'Detached windows left by them',
    unit: 'windows',
    explanation: 'Windows alive in the host’s page that are more than before.',
    goal: { kind: 'value', atMost: 0 },
  },
] as const satisfies readonly Measure[];

export type HostFigures = Partial<Record<(typeof hostMeasures)[number]['id'], number>>;
