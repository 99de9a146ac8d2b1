import { shellWord } from '../options/shell-word.js';

/**
 * @param options words of a shell
 * @returns a command about a video that users can paste into a shell. `--` precedes an id that
 *   looks like an option
 */
export function printedCommand(name: string, videoId: string, options: readonly string[]): string {
  const words = videoId.startsWith('-') ? [...options, '--', videoId] : [videoId, ...options];
  return ['npx offstage', name, ...words].join(' ');
}

/** @returns the option with its value, for a shell; `--NAME=` lets a value begin with dashes */
export function printedOption(name: string, value: string): string {
  return `--${name}${value.startsWith('--') ? '=' : ' '}${shellWord(value)}`;
}
