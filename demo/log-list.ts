const maxRows = 200;

/** Adds a row at the top of a list of limited length. */
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
