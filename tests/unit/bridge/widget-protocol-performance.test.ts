import { describe, expect, test } from 'vitest';
import { hostLimits } from '../../../shared/limits/host-limits.ts';
import { startBoundHost, startTestHost } from './fake-host.ts';

describe('performance reports', () => {
  test('are not measured for a host without a subscription', () => {
    const { measured, command } = startBoundHost();
    command('addEventListener', 'onStateChange');
    expect(measured).toEqual([]);
  });

  test('are measured and sent after a subscription', () => {
    const { measured, command, take } = startBoundHost();
    command('addEventListener', 'onPerformanceReport');
    expect(measured).toMatchObject([{ budget: undefined }]);
    measured[0]?.host.notify('onPerformanceReport', () => ({ reason: 'asked' }));
    expect(take()).toMatchObject([{ event: 'onPerformanceReport', info: { reason: 'asked' } }]);
  });

  test('are measured for an early subscriber as soon as it listens', () => {
    const { measured, protocols, command, listen } = startTestHost();
    command('addEventListener', 'onPerformanceReport');
    protocols.setReady();
    expect(measured).toEqual([]);
    listen();
    expect(measured).toHaveLength(1);
  });

  test('of budgets stay unread without a subscription, and nothing is sent', () => {
    const { measured, command, take } = startBoundHost();
    command('setPerformanceBudget', { blockingMs: 'much' });
    expect(measured).toMatchObject([{ budget: { blockingMs: 'much' } }]);
    measured[0]?.host.notify('onPerformanceReport', () => ({}));
    expect(take()).toEqual([]);
  });

  test('messages to the host are counted', () => {
    const { measured, command, takeTexts, store } = startBoundHost();
    command('setPerformanceBudget', {});
    const before = measured[0]?.host.sentCount ?? 0;
    takeTexts();
    store.dispatch({ type: 'volume', volume: 5, isMuted: true });
    expect((measured[0]?.host.sentCount ?? 0) - before).toBe(takeTexts().length);
  });

  test('a budget of media is kept from its message on, before anything is measured', () => {
    const { command, store } = startBoundHost();
    const aheadSec = () => store.getState().aheadSec;
    for (const other of [undefined, null, 5, 'x', {}, { inpMs: 100 }, { mediaBytes: null }]) {
      command('setPerformanceBudget', other);
      expect(aheadSec()).toBeNull();
    }
    command('setPerformanceBudget', { mediaBytes: 0 });
    expect(aheadSec()).toBe(hostLimits.budgetAheadSec);
  });
});
