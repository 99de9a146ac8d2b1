import { type ReactNode, useState } from 'react';

/** Rows that are drawn or left out together. */
const chunkRows = 50;

/** Pixels beyond what is seen in which rows are drawn already. */
const drawnAround = 600;

interface ChunkedListProps {
  label: string;
  count: number;
  /** Pixels; what has not been drawn yet is taken to be so high. */
  rowHeight: number;
  /** A hook: whether these rows are drawn wherever they are, because the one that counts is among them. */
  usePinned: (from: number, to: number) => boolean;
  /** Keeps chunks of different lists apart, so that none inherits the other's heights. */
  listKey: string;
  renderRow: (index: number) => ReactNode;
}

/** A list of any length in a scrolling parent (`.panel-scroll`): only what is near to what is seen is in the document. */
export function ChunkedList({
  label,
  count,
  rowHeight,
  usePinned,
  listKey,
  renderRow,
}: ChunkedListProps) {
  const chunkCount = Math.ceil(count / chunkRows);
  return (
    // biome-ignore lint/a11y/useSemanticElements: chunks stand between the list and its items
    <div className="chunked-list" role="list" aria-label={label}>
      {Array.from({ length: chunkCount }, (_, chunk) => {
        const from = chunk * chunkRows;
        const rows = Math.min(chunkRows, count - from);
        return (
          <Chunk
            // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is its place in the list
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
  /** Listens as long as the element is there. */
  const [watch] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
          setHeight(entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { root: element.closest('.panel-scroll'), rootMargin: `${drawnAround}px 0px` },
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
