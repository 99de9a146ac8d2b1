import { type CSSProperties, useEffect, useState } from 'react';
import { chapterAt } from '../player/chapter-at.ts';
import { formatTime } from './format-time.ts';
import { usePlayer } from './player-context.tsx';
import { loadStoryboard, type Storyboard } from './storyboard.ts';

/** What one would see there: picture, chapter and time above the pointer. */
export function SeekPreview({ share, seconds }: { share: number; seconds: number }) {
  const chapters = usePlayer((state) => state.chapters);
  const storyboard = useStoryboard(usePlayer((state) => state.storyboardUrl));
  const tile = storyboard?.tileAt(seconds) ?? null;
  const title = chapterAt(chapters, seconds)?.title;
  return (
    <div className="preview" style={{ '--at': share } as CSSProperties} aria-hidden="true">
      {tile !== null && (
        <div
          className="preview-picture"
          style={{
            width: tile.width,
            height: tile.height,
            backgroundImage: `url("${tile.url}")`,
            backgroundPosition: `-${tile.x}px -${tile.y}px`,
          }}
        />
      )}
      <div className="preview-text">
        {title !== undefined && <span className="preview-chapter">{title}</span>}
        <span>{formatTime(seconds)}</span>
      </div>
    </div>
  );
}

/** Fetched when the viewer first reaches for the bar. */
function useStoryboard(url: string | null): Storyboard | null {
  const [storyboard, setStoryboard] = useState<Storyboard | null>(null);
  useEffect(() => {
    setStoryboard(null);
    if (url === null) return;
    const loading = new AbortController();
    loadStoryboard(url, loading.signal, setStoryboard);
    return () => loading.abort();
  }, [url]);
  return storyboard;
}
