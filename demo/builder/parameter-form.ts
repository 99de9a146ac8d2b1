import { element } from '../element.ts';
import { adviseOn, type Parameter, type ParameterGroup } from './parameter-table.ts';

export interface ParameterForm {
  /** A folded panel for each group. */
  panels: readonly HTMLElement[];
  /** The valid values that are set, in order of the table. */
  read(): ReadonlyMap<string, string>;
  /**
   * Shows a problem or advice at each field.
   * @returns the number of problems
   */
  showProblems(): number;
}

interface FormDeps {
  groups: readonly ParameterGroup[];
  /** Initial values by parameter name. */
  given: ReadonlyMap<string, string>;
  /** Id of a `<datalist>` with the library's playlists. */
  playlistsId: string;
}

interface Field {
  parameter: Parameter;
  row: HTMLElement;
  /** '' without a value. */
  text(): string;
  /** The problem with its value; `null` for none. */
  problem(): string | null;
  announce(text: string | null, isWrong: boolean): void;
}

/**
 * Creates the fields for a table of parameters. Each malformed value is explained at its field, and
 * left out.
 */
export function createParameterForm({ groups, given, playlistsId }: FormDeps): ParameterForm {
  const fields: Field[] = [];
  const panels = groups.map(({ title, isOpen, parameters }) => {
    const rows = parameters.map((parameter) => {
      const field = createField(parameter, given.get(parameter.name) ?? '', playlistsId);
      fields.push(field);
      return field.row;
    });
    const isGiven = parameters.some(({ name }) => given.has(name));
    return element(
      'details',
      { className: 'panel', open: isOpen || isGiven },
      element('summary', {}, element('h2', { textContent: title })),
      element('div', { className: 'parameters' }, ...rows),
    );
  });
  const readValues = () =>
    new Map(
      fields
        .filter((field) => field.text() !== '' && field.problem() === null)
        .map((field) => [field.parameter.name, field.text()]),
    );
  return {
    panels,
    read: readValues,
    showProblems() {
      const hints = adviseOn(readValues());
      let wrongCount = 0;
      for (const field of fields) {
        const problem = field.problem();
        if (problem !== null) wrongCount += 1;
        field.announce(problem ?? hints.get(field.parameter.name) ?? null, problem !== null);
      }
      return wrongCount;
    },
  };
}

function createField(parameter: Parameter, given: string, playlistsId: string): Field {
  const { name, label } = parameter;
  const note = element('small', { id: `note-${name}`, hidden: true });
  const code = element('code', { className: 'parameter-name', textContent: name });
  const input = createInput(parameter, given, playlistsId);
  input.setAttribute('aria-describedby', note.id);
  const isSwitch = parameter.kind === 'switch';
  const texts = element('span', { className: 'parameter-label' }, label, code);
  const row = element(
    'div',
    { className: isSwitch ? 'parameter parameter-switch' : 'parameter' },
    isSwitch ? element('label', {}, input, texts) : element('label', {}, texts, input),
    note,
  );
  const text = () => {
    if (!isSwitch) return input.value.trim();
    return (input as HTMLInputElement).checked ? parameter.value : '';
  };
  return {
    parameter,
    row,
    text,
    problem: () => (parameter.kind === 'text' && text() !== '' ? parameter.check(text()) : null),
    announce(message, isWrong) {
      note.hidden = message === null;
      note.textContent = message ?? '';
      note.className = isWrong ? 'problem' : 'hint';
      if (isWrong) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    },
  };
}

function createInput(
  parameter: Parameter,
  given: string,
  playlistsId: string,
): HTMLInputElement | HTMLSelectElement {
  const { name } = parameter;
  switch (parameter.kind) {
    case 'switch':
      return element('input', { type: 'checkbox', name, checked: given === parameter.value });
    case 'choice': {
      const options = ['', ...parameter.values].map((value) =>
        element('option', { value, textContent: value || '–', selected: value === given }),
      );
      return element('select', { name }, ...options);
    }
    case 'text': {
      const input = element('input', {
        type: 'text',
        name,
        value: given,
        placeholder: parameter.example,
        autocomplete: 'off',
        spellcheck: false,
      });
      if (parameter.suggest === 'playlists') input.setAttribute('list', playlistsId);
      return input;
    }
  }
}
