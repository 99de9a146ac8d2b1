/** A value read after each cycle. */
export interface Measure {
  id: string;
  title: string;
  unit: 'bytes' | 'count';
  /** The document or worker that it belongs to: each new one starts a new series. */
  of: 'page' | 'services' | 'media' | 'host';
  /** Growth per cycle that still counts as flat. */
  allowed: number;
}

/**
 * Compiled code and the engine's feedback still grow a little; a leak of one small object graph a
 * cycle is more.
 */
const heapAllowed = 2_000;
/** A leak in each cycle adds at least one. A smaller slope comes from the moment of reading. */
const countAllowed = 0.2;

const heap = (id: string, of: Measure['of'], title: string): Measure => ({
  id,
  title,
  unit: 'bytes',
  of,
  allowed: heapAllowed,
});
const count = (id: string, of: Measure['of'], title: string): Measure => ({
  id,
  title,
  unit: 'count',
  of,
  allowed: countAllowed,
});

export const pageMeasures = [
  heap('pageHeap', 'page', 'JavaScript heap of the player’s page'),
  heap('servicesHeap', 'services', 'JavaScript heap of the services’ worker'),
  heap('mediaHeap', 'media', 'JavaScript heap of the HLS engine’s worker'),
  count('pageListeners', 'page', 'event listeners in the player’s process'),
  count('pageNodes', 'page', 'DOM nodes in the player’s process'),
  count('pageDocuments', 'page', 'documents in the player’s process'),
  count('pageTimers', 'page', 'timers that are pending in the player’s page'),
  count('servicesTimers', 'services', 'timers that are pending in the services’ worker'),
  count('mediaTimers', 'media', 'timers that are pending in the HLS engine’s worker'),
  count('records', 'page', 'records in the player’s IndexedDB'),
  heap('stored', 'page', 'storage that the player’s origin uses'),
  heap('hostHeap', 'host', 'JavaScript heap of the host page'),
  count('hostListeners', 'host', 'event listeners in the host page’s process'),
  count('hostWindows', 'host', 'windows alive in the host page’s process, detached ones too'),
] as const satisfies readonly Measure[];

export type PageMeasureId = (typeof pageMeasures)[number]['id'];
