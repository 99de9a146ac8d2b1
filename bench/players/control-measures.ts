import type { Measure } from '../report/part-report.ts';

/** A control that is pressed again and again. */
export interface Control {
  /** Its `data-visual-element`. */
  id: string;
  title: string;
  /** Where each press hits, from left to right, 0 to 1; by default in the middle. */
  at?: readonly number[];
  /** The control that shows it when the pointer is over it. */
  shownBy?: string;
  /** Closes what a press opens. */
  isClosedByEscape?: boolean;
}

const middle = [0.5];
/**
 * Presses of a control in a round. The first one may load its script. An even number leaves the
 * film playing and the frame at its size.
 */
export const pressCount = 6;

export const controls: readonly Control[] = [
  { id: 'play_button', title: 'Pause and play' },
  { id: 'mute_button', title: 'Mute' },
  {
    id: 'volume_slider',
    title: 'Volume',
    shownBy: 'mute_button',
    at: [0.2, 0.8, 0.4, 0.9, 0.3, 0.6],
  },
  { id: 'seek_bar', title: 'Seek bar', at: [0.2, 0.5, 0.3, 0.6, 0.4, 0.1] },
  { id: 'time_button', title: 'Time display' },
  { id: 'settings_button', title: 'Settings', isClosedByEscape: true },
  { id: 'share_button', title: 'Share', isClosedByEscape: true },
  { id: 'fullscreen_button', title: 'Full screen' },
];

/** @returns where presses hit, one for each */
export function placesOf({ at = middle }: Control): number[] {
  return Array.from({ length: pressCount }, (_, index) => at[index % at.length] ?? 0.5);
}

/** Keys of the keyboard that viewers use without a control. */
export const keys = [
  { id: 'key_k', title: 'Key K: pause and play', key: 'k', code: 'KeyK', keyCode: 75 },
  { id: 'key_right', title: 'Key →: seek', key: 'ArrowRight', code: 'ArrowRight', keyCode: 39 },
  { id: 'key_up', title: 'Key ↑: volume', key: 'ArrowUp', code: 'ArrowUp', keyCode: 38 },
] as const;

export const bigPlay = { id: 'large_play_button', title: 'Big play button, once' } as const;

const unit = 'ms at 4×';
const explanation =
  'From the input to the next frame that is shown, as Interaction to Next Paint counts it, in steps of 8 ms; the longest of a round. What takes less than 16 ms counts as 16.';

export const controlMeasures: readonly Measure[] = [
  {
    id: 'slowest',
    title: 'Input until the next frame, slowest control',
    unit,
    explanation,
    goal: { kind: 'value', atMost: 100 },
  },
  ...[bigPlay, ...controls, ...keys].map(({ id, title }) => ({ id, title, unit, explanation })),
];
