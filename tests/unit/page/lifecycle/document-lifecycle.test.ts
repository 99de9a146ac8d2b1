import { expect, test } from 'vitest';
import {
  type LifecycleEvent,
  type LifecycleState,
  nextLifecycleState,
} from '../../../../src/page/lifecycle/document-lifecycle.ts';

const states: LifecycleState[] = [
  'document_active',
  'document_disposed_preventable',
  'document_disposed',
  'flush_logs',
];
const events: LifecycleEvent[] = [
  'beforeunload',
  'unload_cancelled',
  'pagehide',
  'disposed',
  'flushed',
];

test('the lifecycle has the transitions of the specification, and every other event changes nothing [spec-4.1, spec-4.13, spec-4.14, spec-4.15]', () => {
  const moves = states.flatMap((state) =>
    events
      .map((event) => [state, event, nextLifecycleState(state, event)] as const)
      .filter(([before, , after]) => after !== before),
  );
  expect(moves).toEqual([
    ['document_active', 'beforeunload', 'document_disposed_preventable'],
    ['document_active', 'pagehide', 'document_disposed'],
    ['document_disposed_preventable', 'unload_cancelled', 'document_active'],
    ['document_disposed_preventable', 'pagehide', 'document_disposed'],
    ['document_disposed', 'disposed', 'flush_logs'],
    ['flush_logs', 'flushed', 'document_active'],
  ]);
});
