import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { root } from '../../../e2e/support/server-process.ts';
import type { Received } from './start-receiver.ts';

/** A library of the server that grows: each film that it notices is a message of a webhook. */
export interface Films {
  directory: string;
  add(): void;
  /** Titles of the films that were added since the first one, which is no news. */
  added(): readonly string[];
}

/** @param directory is created, with one film */
export function makeFilms(directory: string): Films {
  const titles: string[] = [];
  mkdirSync(directory);
  const add = () => {
    const title = `film ${titles.length}`;
    cpSync(join(root, 'media', 'offstage002.mp4'), join(directory, `${title}.mp4`));
    titles.push(title);
  };
  add();
  return { directory, add, added: () => titles.slice(1) };
}

/** Whether the server has noted the first film, which is no news; films that come later are. */
export function isFirstNoted(dataDir: string): boolean {
  using database = new DatabaseSync(join(dataDir, 'webhooks.sqlite'), { readOnly: true });
  return database.prepare("SELECT 1 FROM states WHERE name = 'videos'").get() !== undefined;
}

/** @returns messages of a receiver about a film that is ready; one that came twice counts once */
export function messagesAbout(film: string, received: readonly Received[]): number {
  const ids = received
    .map(({ id, body }) => ({ id, message: JSON.parse(body) }))
    .filter(({ message }) => message.type === 'video.ready' && message.data.title === film)
    .map(({ id }) => id);
  return new Set(ids).size;
}
