import { useState, useSyncExternalStore } from 'react';
import { formatTime } from '../../../../shared/player/format-time.ts';
import { ControlButton } from '../../controls/control-button.tsx';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { ChunkedList } from '../chunked-list.tsx';
import { Dialog } from '../dialog.tsx';
import { moveRowFocus } from '../move-row-focus.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { createPlaylistEntries, type PlaylistEntries } from './playlist-entries.ts';

/** Pixels; equal to the height in the style. */
const rowHeight = 64;

/** The current playlist, in the order in which it plays. */
export function PlaylistPanel() {
  const listId = usePlayer(({ playlist }) => playlist?.listId ?? null);
  // Another list starts without known entries.
  return listId === null ? null : <Panel key={listId} />;
}

function Panel() {
  const context = usePlayerContext();
  const { controller, onUse } = context;
  const [entries] = useState(() => createPlaylistEntries(context));
  const videoIds = usePlayer(({ playlist }) => playlist?.videoIds ?? noVideos);
  const index = usePlayer(({ playlist }) => playlist?.index ?? -1);
  return (
    <Dialog
      name="playlist"
      title={t('playlistPlace', { place: String(index + 1), count: String(videoIds.length) })}
      isBeside
      head={<ListModes />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of its rows */}
      <div
        className="panel-scroll"
        ref={beginAtCurrent}
        onKeyDown={(event) => {
          if (!moveRowFocus(event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <ChunkedList
          label={t('playlist')}
          listKey=""
          count={videoIds.length}
          rowHeight={rowHeight}
          usePinned={useHasCurrent}
          renderRow={(row) => (
            <Row
              key={`${row} ${videoIds[row]}`}
              entries={entries}
              row={row}
              count={videoIds.length}
              videoId={videoIds[row] ?? ''}
              onPlay={() => {
                controller.showPlaylistVideo(row);
                onUse('playlist_video');
              }}
            />
          )}
        />
      </div>
    </Dialog>
  );
}

const noVideos: readonly string[] = [];

function useHasCurrent(from: number, to: number): boolean {
  return usePlayer(
    ({ playlist }) => playlist !== null && from <= playlist.index && playlist.index < to,
  );
}

function ListModes() {
  const { controller, onUse } = usePlayerContext();
  const isLooping = usePlayer((state) => state.isLooping);
  const isShuffled = usePlayer(
    ({ playlist }) => playlist?.places.some((place, index) => place !== index) ?? false,
  );
  return (
    <>
      <ControlButton
        data-visual-element="playlist_shuffle_button"
        icon={<PanelIcon name="shuffle" />}
        label={t('shuffle')}
        aria-pressed={isShuffled}
        onClick={() => {
          controller.setShuffle(!isShuffled);
          onUse('shuffle');
        }}
      />
      <ControlButton
        data-visual-element="playlist_loop_button"
        icon={<PanelIcon name="loop" />}
        label={t('loop')}
        aria-pressed={isLooping}
        onClick={() => {
          controller.setLoop(!isLooping);
          onUse('loop');
        }}
      />
    </>
  );
}

interface RowProps {
  entries: PlaylistEntries;
  row: number;
  count: number;
  videoId: string;
  onPlay: () => void;
}

function Row({ entries, row, count, videoId, onPlay }: RowProps) {
  const [subscribe] = useState(
    () => (listener: () => void) => entries.subscribe(videoId, listener),
  );
  const entry = useSyncExternalStore(subscribe, () => entries.get(videoId));
  const isCurrent = usePlayer(({ playlist }) => playlist?.index === row);
  return (
    // biome-ignore lint/a11y/useSemanticElements: its list is not an HTML list
    <div role="listitem" aria-posinset={row + 1} aria-setsize={count}>
      <button
        type="button"
        className="playlist-row"
        data-visual-element="playlist_video"
        data-row={row}
        // Tab reaches one row; arrow keys move to the others.
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent || undefined}
        onClick={onPlay}
      >
        <span className="playlist-number">{row + 1}</span>
        <span className="playlist-poster">
          {entry?.posterUrl && (
            <img src={entry.posterUrl} alt="" loading="lazy" crossOrigin="anonymous" />
          )}
          {entry !== undefined && entry.lengthSeconds > 0 && (
            <span className="playlist-length">{formatTime(entry.lengthSeconds)}</span>
          )}
        </span>
        <span className="playlist-text" dir="auto">
          <span className="playlist-title">{entry?.title || t('playlistVideo')}</span>
          <span className="playlist-author">{entry?.author}</span>
        </span>
      </button>
    </div>
  );
}

/** Scrolls to the current row when the panel opens. */
function beginAtCurrent(scroller: HTMLElement | null): void {
  const row = scroller?.querySelector('[aria-current]');
  if (!scroller || !row) return;
  const { top, height } = row.getBoundingClientRect();
  const seen = scroller.getBoundingClientRect();
  scroller.scrollTop += top - seen.top - (seen.height - height) / 2;
}
