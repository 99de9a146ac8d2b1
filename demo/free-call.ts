import { find } from './element.ts';
import { parseArguments } from './parse-json.ts';

/** A form for calling any function, with its arguments as JSON. */
export function startFreeCall(
  form: HTMLFormElement,
  call: (func: string, args: readonly unknown[]) => void,
): void {
  const name = find<HTMLInputElement>('[name=func]', form);
  const args = find<HTMLInputElement>('[name=args]', form);
  const problem = find<HTMLElement>('[role=alert]', form);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const parsed = parseArguments(args.value);
    args.ariaInvalid = String(!parsed.ok);
    problem.hidden = parsed.ok;
    problem.textContent = parsed.ok ? '' : parsed.error.message;
    if (parsed.ok) call(name.value.trim(), parsed.value);
    else args.focus();
  });
}
