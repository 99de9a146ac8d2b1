import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { functionGroups } from '../../../demo/function-table.ts';
import { askedForEvents, hostEvents } from '../../../demo/host-events.ts';
import { parseJson } from '../../../demo/parse-json.ts';
import { apiInterface } from '../../../src/bridge/host-commands.ts';
import { subscribableEvents } from '../../../src/bridge/host-events.ts';

const functions = functionGroups.flatMap((group) => group.functions);
const docs = readFileSync(new URL('../../../docs/host-api.md', import.meta.url), 'utf8');

test('the console has every function of the host API, once, and no others', () => {
  const callable = apiInterface.filter(
    (name) => !/^(?:get|is)[A-Z]|^(?:add|remove)EventListener$/.test(name),
  );
  expect(functions.map(({ name }) => name).toSorted()).toEqual(callable.toSorted());
});

test('the initial value of each argument’s field can be sent', () => {
  for (const { args } of functions) {
    for (const argument of args) {
      if (argument.kind === 'json') expect(parseJson(argument.value).ok).toBe(true);
      if (argument.kind === 'choice') expect(argument.choices).toContain(argument.value);
    }
  }
});

test('the page offers every documented event', () => {
  const table = docs.slice(docs.indexOf('## Messages from the player'), docs.indexOf('**States**'));
  const documented = table.match(/`on[A-Z]\w+`/g)?.map((name) => name.slice(1, -1)) ?? [];
  const names = hostEvents.map(({ name }) => name);
  expect(names.toSorted()).toEqual(
    [...new Set(documented)].filter((name) => name !== 'onReady').toSorted(),
  );
  expect(names.filter((name) => !subscribableEvents.some((event) => event === name))).toEqual([]);
  expect(askedForEvents).toContain('onStateChange');
});
