/** `key` is the keyboard, and whatever else activates a control without a pointer. */
export type GestureKind = 'click' | 'key' | 'touch';

/** What is read of a click or key event. Browsers tell clicks as `PointerEvent`, some still as `MouseEvent`. */
export interface GestureEvent {
  type: string;
  /** Clicks of a pointer in a row; 0 for a click without a pointer. */
  detail?: number;
  pointerType?: string;
  key?: string;
  repeat?: boolean;
}

/** @returns `null` for keys that are no use of a control; buttons that are pressed by key fire a click as well */
export function readGesture(event: GestureEvent, isSlider: boolean): GestureKind | null {
  const { type, detail, pointerType, key = '', repeat } = event;
  if (type === 'click') return pointerType === 'touch' ? 'touch' : detail === 0 ? 'key' : 'click';
  return isSlider && !repeat && /^(Arrow|Page|Home|End)/.test(key) ? 'key' : null;
}
