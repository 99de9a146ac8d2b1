import { readStart } from './shared-address.ts';

/** Player parameters that a visitor's link may set. All others are for frames on other pages. */
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

/** @returns the query of the player in the page: its own parameters, with the start */
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

/** @returns the query of a link to a moment of the video, with the page's other parameters */
export function momentQuery(query: URLSearchParams, seconds: number): string {
  const moment = playerQuery(query);
  moment.delete('start');
  moment.set('t', String(Math.floor(seconds)));
  return `?${moment}`;
}
