import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** A test that a page of the docs names as the proof of what it says. */
export interface NamedTest {
  path: string;
  title: string;
}

/** @param text files in code marks, each before its tests' titles in quotation marks */
export function readNamedTests(text: string): NamedTest[] {
  return [...text.matchAll(/`([^`]+)`((?: “[^”]+”)*)/g)].flatMap(([, path = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ path, title })),
  );
}

export function isThere({ path, title }: NamedTest): boolean {
  const file = new URL(path, root);
  return existsSync(file) && hasTitle(readFileSync(file, 'utf8'), title);
}

/** Whether a file has a test, or a group of tests, whose title is written so: as the first argument of a call. */
export function hasTitle(text: string, title: string): boolean {
  return text
    .split(/(?<=[(\n])\s*(?=['"`])/)
    .some((part) => part.startsWith(title, 1) && part[title.length + 1] === part[0]);
}
