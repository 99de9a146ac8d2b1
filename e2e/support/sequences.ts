import type { Page } from '@playwright/test';
import { type StoredEvent, storedEvents } from './intake.ts';
import type { Server } from './server-process.ts';
import { expect } from './test.ts';

/** The player's frame, or the page itself. */
export function playerFrame(page: Page) {
  return page.frames().find((frame) => frame.url().includes('/embed/')) ?? page.mainFrame();
}

/** All events that the page has logged so far, as stored. */
export async function loggedEvents(page: Page, server: Server): Promise<StoredEvent[]> {
  await playerFrame(page).evaluate(() => window.offstage.flush());
  return storedEvents(server);
}

/** A group's events in order; none may be missing or doubled. */
export function groupOf(events: readonly StoredEvent[], groupKey: unknown): StoredEvent[] {
  const group = events
    .filter(({ context }) => context.sequence?.groupKey === groupKey)
    .sort((a, b) => a.seq - b.seq);
  expect(group.map(({ context }) => context.sequence?.index)).toEqual(
    group.map((_, index) => index),
  );
  return group;
}

export function ofName(events: readonly StoredEvent[], name: string): StoredEvent[] {
  return events.filter((event) => event.name === name).sort((a, b) => a.seq - b.seq);
}
