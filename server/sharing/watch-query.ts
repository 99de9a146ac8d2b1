import { readStart } from './shared-address.ts';

/** What a visitor's link may say to the player. All else is for frames of other pages, and this is not one. */
const passedOn = [
  'autoplay',
  'cc_lang_pref',
  'cc_load_policy',
  'color',
  'consent',
  'debug',
  'end',
  'hl',
  'list',
  'listType',
  'loop',
  'mute',
  'playlist',
  'private',
  'theme',
  'token',
];

/** @returns what the player in the page is asked for: its own parameters, the start among them */
export function playerQuery(query: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams();
  for (const name of passedOn) {
    const value = query.get(name);
    if (value !== null) asked.set(name, value);
  }
  const start = readStart(query);
  if (start !== null) asked.set('start', String(start));
  return asked;
}

/** @returns the query of a link on the page to a moment of its video, which leaves all else as it is */
export function momentQuery(query: URLSearchParams, seconds: number): string {
  const moment = playerQuery(query);
  moment.delete('start');
  moment.set('t', String(Math.floor(seconds)));
  return `?${moment}`;
}
