import { type ReactNode, useState } from 'react';
import { listLimits } from '../../../shared/limits/list-limits.ts';

interface ChunkedListProps {
  label: string;
  count: number;
  /** Pixels; the assumed height of rows that are not drawn yet. */
  rowHeight: number;
  /**
   * A hook: whether to draw these rows even when out of view, because the current one is among
   * them.
   */
  usePinned: (from: number, to: number) => boolean;
  /** Distinguishes different lists, so that a chunk does not keep the height from another list. */
  listKey: string;
  renderRow: (index: number) => ReactNode;
}

/**
 * A list of any length in a scrolling parent (`.panel-scroll`). Only rows near the visible part are
 * in the document.
 */
export function ChunkedList({
  label,
  count,
  rowHeight,
  usePinned,
  listKey,
  renderRow,
}: ChunkedListProps) {
  const chunkCount = Math.ceil(count / listLimits.chunkCount);
  return (
    // biome-ignore lint/a11y/useSemanticElements: chunks are between the list and its items
    <div className="chunked-list" role="list" aria-label={label}>
      {Array.from({ length: chunkCount }, (_, chunk) => {
        const from = chunk * listLimits.chunkCount;
        const rows = Math.min(listLimits.chunkCount, count - from);
        return (
          <Chunk
            // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by position
            key={`${listKey} ${chunk}`}
            from={from}
            rows={rows}
            rowHeight={rowHeight}
            usePinned={usePinned}
            renderRow={renderRow}
          />
        );
      })}
    </div>
  );
}

interface ChunkProps {
  from: number;
  rows: number;
  rowHeight: number;
  usePinned: ChunkedListProps['usePinned'];
  renderRow: (index: number) => ReactNode;
}

function Chunk({ from, rows, rowHeight, usePinned, renderRow }: ChunkProps) {
  const [isNear, setNear] = useState(from === 0);
  const [height, setHeight] = useState(rows * rowHeight);
  /** Observes the element until it is removed. */
  const [watch] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
          setHeight(entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { root: element.closest('.panel-scroll'), rootMargin: `${listLimits.drawnAroundPx}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  });
  const isPinned = usePinned(from, from + rows);
  const isDrawn = isNear || isPinned;
  return (
    <div ref={watch} role="presentation" style={isDrawn ? undefined : { height }}>
      {isDrawn && Array.from({ length: rows }, (_, row) => renderRow(from + row))}
    </div>
  );
}
