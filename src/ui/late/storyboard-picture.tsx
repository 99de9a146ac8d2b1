import { useEffect, useState } from 'react';
import { usePlayer } from '../controls/player-context.tsx';
import { loadStoryboard, type Storyboard } from './storyboard.ts';

/** A small picture of a moment. Draws nothing if the storyboard has no picture for it. */
export function StoryboardPicture({ seconds, maxWidth }: { seconds: number; maxWidth: number }) {
  const storyboard = useStoryboard(usePlayer((state) => state.storyboardUrl));
  const tile = storyboard?.tileAt(seconds) ?? null;
  if (tile === null) return null;
  return (
    <div
      className="storyboard-picture"
      style={{
        width: tile.width,
        height: tile.height,
        zoom: Math.min(1, maxWidth / tile.width),
        backgroundImage: `url(${JSON.stringify(tile.url)})`,
        backgroundPosition: `-${tile.x}px -${tile.y}px`,
      }}
    />
  );
}

/** Loads the storyboard when the viewer first reaches for a part that shows it. */
function useStoryboard(url: string | null): Storyboard | null {
  const [loaded, setLoaded] = useState<{ url: string; storyboard: Storyboard } | null>(null);
  useEffect(() => {
    if (url === null) return;
    let isAwaited = true;
    void loadStoryboard(url).then((storyboard) => {
      if (isAwaited) setLoaded({ url, storyboard });
    });
    return () => {
      isAwaited = false;
    };
  }, [url]);
  return loaded?.url === url ? loaded.storyboard : null;
}
