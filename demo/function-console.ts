import type { Result } from '../shared/tools/result.ts';
import { type ArgumentField, createArgumentField } from './argument-field.ts';
import type { DemoLibrary } from './demo-library.ts';
import { element } from './element.ts';
import { functionGroups, type HostFunction } from './function-table.ts';
import { createPills } from './pills.ts';

export interface FunctionConsoleDeps {
  library: DemoLibrary;
  call: (func: string, args: readonly unknown[]) => void;
}

/**
 * A button for every function of the host API with inputs for its arguments, one group at a time.
 */
export function createFunctionConsole(deps: FunctionConsoleDeps): HTMLElement {
  const groups = functionGroups.map(({ functions }, index) =>
    element(
      'div',
      { className: 'functions', hidden: index !== 0 },
      ...functions.map((each) => createFunctionForm(each, deps)),
    ),
  );
  const pills = createPills({
    legend: 'Group of functions',
    name: 'function-group',
    titles: functionGroups.map(({ title }) => title),
    chosen: 0,
    onChoose(chosen) {
      for (const [index, group] of groups.entries()) group.hidden = index !== chosen;
    },
  });
  const suggestions = [
    createSuggestions('video-ids', deps.library.videos),
    createSuggestions('playlist-ids', deps.library.playlists),
  ];
  return element('div', {}, pills, ...groups, ...suggestions);
}

function createFunctionForm(
  { name, args, note }: HostFunction,
  deps: FunctionConsoleDeps,
): HTMLElement {
  const fields = args.map((argument) => createArgumentField(argument, deps.library));
  const noteLine = element('small', { id: `note-${name}`, textContent: note });
  const button = element('button', { type: 'submit', textContent: name, className: 'function' });
  if (note !== '') button.setAttribute('aria-describedby', noteLine.id);
  const problem = element('p', { className: 'problem', role: 'alert', hidden: true });
  const legend = element('legend', { className: 'visually-hidden', textContent: name });
  const labels = fields.map(({ label }) => label);
  const row = element('fieldset', {}, legend, button, ...labels, noteLine);
  const className = args.length > 0 ? 'with-arguments' : '';
  const form = element('form', { className, noValidate: true }, row, problem);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const read = readArguments(fields);
    problem.hidden = read.ok;
    problem.textContent = read.ok ? '' : read.error.message;
    if (read.ok) deps.call(name, read.value);
  });
  return form;
}

/** Trailing arguments that are left out are not sent; earlier ones are `null` on the wire. */
function readArguments(fields: readonly ArgumentField[]): Result<unknown[]> {
  const values: unknown[] = [];
  for (const field of fields) {
    const read = field.read();
    if (!read.ok) return read;
    values.push(read.value);
  }
  const count = values.findLastIndex((value) => value !== undefined) + 1;
  return { ok: true, value: values.slice(0, count) };
}

function createSuggestions(
  id: string,
  items: readonly { id: string; title: string }[],
): HTMLElement {
  return element(
    'datalist',
    { id },
    ...items.map((item) => element('option', { value: item.id, label: item.title })),
  );
}
