import { ok, type Result } from '../shared/tools/result.ts';
import type { DemoLibrary } from './demo-library.ts';
import { element } from './element.ts';
import type { FunctionArgument } from './function-table.ts';
import { parseJson } from './parse-json.ts';

export interface ArgumentField {
  label: HTMLLabelElement;
  /** `undefined` for an argument that is left out. */
  read(): Result<unknown>;
}

/** The labelled input of one argument, with a function that reads its value. */
export function createArgumentField(
  argument: FunctionArgument,
  library: DemoLibrary,
): ArgumentField {
  const label = (...children: (Node | string)[]) => element('label', {}, ...children);
  switch (argument.kind) {
    case 'switch': {
      const box = element('input', { type: 'checkbox', checked: argument.value });
      return { label: label(box, argument.label), read: () => ok(box.checked) };
    }
    case 'number': {
      const input = element('input', {
        type: 'number',
        step: 'any',
        value: String(argument.value),
      });
      if (argument.max !== undefined) input.max = String(argument.max);
      return {
        label: label(argument.label, input),
        read: () => ok(input.value === '' ? undefined : input.valueAsNumber),
      };
    }
    case 'choice': {
      const { choices, value } = argument;
      const options = choices.map((choice) =>
        element('option', {
          textContent: choice === '' ? '–' : String(choice),
          selected: choice === value,
        }),
      );
      const select = element('select', {}, ...options);
      return {
        label: label(argument.label, select),
        read: () =>
          ok(choices[select.selectedIndex] === '' ? undefined : choices[select.selectedIndex]),
      };
    }
    case 'text':
      return createTextField(argument.label, argument.value, 8, ok);
    case 'json':
      return createTextField(argument.label, argument.value, 20, parseJson);
    case 'video':
      return createTextField(argument.label, library.otherVideo, 14, ok, 'video-ids');
    case 'video-url': {
      const url = new URL(`/embed/${library.otherVideo}`, library.embedOrigin);
      return createTextField(argument.label, url.href, 36, ok);
    }
    case 'playlist':
      return createTextField(argument.label, library.list, 21, ok, 'playlist-ids');
  }
}

/** @param suggestions id of a `<datalist>` */
function createTextField(
  text: string,
  value: string,
  size: number,
  read: (text: string) => Result<unknown>,
  suggestions?: string,
): ArgumentField {
  const input = element('input', {
    type: 'text',
    value,
    size,
    spellcheck: false,
    autocomplete: 'off',
  });
  if (suggestions !== undefined) input.setAttribute('list', suggestions);
  return { label: element('label', {}, text, input), read: () => read(input.value) };
}
