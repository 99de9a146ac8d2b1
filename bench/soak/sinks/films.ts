import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../e2e/support/server-process.ts';
import type { Received } from './start-receiver.ts';

/** A library of the server that grows: each film that it notices is a message of a webhook. */
export interface Films {
  directory: string;
  add(): void;
  /** Films that were added since the first one, which is no news. */
  added(): readonly string[];
}

/** @param directory is created, with one film */
export function makeFilms(directory: string): Films {
  const ids: string[] = [];
  mkdirSync(directory);
  const add = () => {
    const id = `film${String(ids.length).padStart(7, '0')}`;
    cpSync(join(root, 'media', 'offstage002.mp4'), join(directory, `${id}.mp4`));
    ids.push(id);
  };
  add();
  return { directory, add, added: () => ids.slice(1) };
}

/** @returns messages of a receiver about a film that is ready; one that came twice counts once */
export function messagesAbout(film: string, received: readonly Received[]): number {
  const ids = received
    .map(({ id, body }) => ({ id, message: JSON.parse(body) }))
    .filter(({ message }) => message.type === 'video.ready' && message.data.videoId === film)
    .map(({ id }) => id);
  return new Set(ids).size;
}
