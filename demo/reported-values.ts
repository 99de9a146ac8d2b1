import { element } from './element.ts';

export interface ReportedValues {
  /**
   * @param isEverything whether this is a new player's first report, which replaces all earlier
   * values
   */
  receive(info: unknown, isEverything: boolean): void;
}

/**
 * A row for every getter of the player, with its latest value. While the panel is closed nothing is
 * rendered; when open, only changes are.
 */
export function createReportedValues(
  details: HTMLDetailsElement,
  list: HTMLElement,
): ReportedValues {
  let reported: Record<string, unknown> = {};
  const cells = new Map<string, HTMLElement>();

  function addRows(): void {
    for (const getter of readGetters(reported.apiInterface)) {
      const key = wireKey(getter);
      if (cells.has(key)) continue;
      const cell = element('dd');
      cells.set(key, cell);
      list.append(element('div', {}, element('dt', { textContent: getter }), cell));
    }
  }

  function draw(keys: Iterable<string>): void {
    if (!details.open) return;
    addRows();
    for (const key of keys) {
      const cell = cells.get(key);
      const text = JSON.stringify(reported[key]) ?? '–';
      if (cell !== undefined && cell.textContent !== text) cell.textContent = text;
    }
  }

  details.addEventListener('toggle', () => {
    addRows();
    draw(cells.keys());
  });
  return {
    receive(info, isEverything) {
      if (typeof info !== 'object' || info === null) return;
      reported = isEverything ? { ...info } : Object.assign(reported, info);
      draw(isEverything ? cells.keys() : Object.keys(info));
    },
  };
}

function readGetters(apiInterface: unknown): string[] {
  return Array.isArray(apiInterface)
    ? apiInterface.filter((name) => /^(?:get|is)[A-Z]/.test(name))
    : [];
}

/** `getVolume` is the key `volume`, `isMuted` is `muted`. */
function wireKey(getter: string): string {
  const name = getter.replace(/^(?:get|is)/, '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}
