/** `key` is the keyboard, or anything else that activates a control without a pointer. */
export type GestureKind = 'click' | 'key' | 'touch';

/**
 * Fields read from a click or key event. Browsers fire clicks as `PointerEvent`, some still as
 * `MouseEvent`.
 */
export interface GestureEvent {
  type: string;
  /** Number of consecutive clicks of a pointer; 0 without a pointer. */
  detail?: number;
  pointerType?: string;
  key?: string;
  repeat?: boolean;
}

/**
 * @returns `null` for keys that do not use a control; a button pressed by key also fires a click
 */
export function readGesture(event: GestureEvent, isSlider: boolean): GestureKind | null {
  const { type, detail, pointerType, key = '', repeat } = event;
  if (type === 'click') return pointerType === 'touch' ? 'touch' : detail === 0 ? 'key' : 'click';
  return isSlider && !repeat && /^(Arrow|Page|Home|End)/.test(key) ? 'key' : null;
}
