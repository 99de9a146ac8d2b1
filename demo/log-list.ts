const maxRows = 200;

/** A list with the newest row on top, bounded. */
export function addRow(list: HTMLElement, className: string, label: string, text: string): void {
  const row = document.createElement('li');
  row.className = className;
  const name = document.createElement('b');
  name.textContent = label;
  const body = document.createElement('code');
  body.textContent = text;
  row.append(name, body);
  list.prepend(row);
  while (list.childElementCount > maxRows) list.lastElementChild?.remove();
}
