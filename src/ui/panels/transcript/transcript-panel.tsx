import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { formatTime } from '../../../../shared/player/format-time.ts';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { ChunkedList } from '../chunked-list.tsx';
import { Dialog } from '../dialog.tsx';
import { moveRowFocus } from '../move-row-focus.ts';
import { isCaptionFile } from './caption-files.ts';
import { markParts } from './find-lines.ts';
import { loadCues } from './load-cues.ts';
import { createTranscript, type Transcript, type TranscriptState } from './transcript.ts';

/** Pixels; height of a line that does not wrap. */
const lineHeight = 34;

/**
 * The spoken text, line by line. It follows the video and can be searched; a click seeks to a line.
 */
export function TranscriptPanel() {
  const { store, args } = usePlayerContext();
  const [transcript] = useState(() =>
    createTranscript({
      store,
      loadCues,
      languages: [args.captionsLanguage, args.hl, ...navigator.languages],
    }),
  );
  const isFollowing = useTranscript(transcript, (state) => state.isFollowing);
  const phase = useTranscript(transcript, (state) => state.phase);
  return (
    <Dialog name="transcript" title={t('transcript')} isBeside>
      <div className="transcript-tools">
        <Search transcript={transcript} />
        <LanguageChoice transcript={transcript} />
      </div>
      {phase === 'loading' && <p className="panel-note">{t('transcriptLoading')}</p>}
      {phase === 'failed' && (
        <p className="panel-note" role="alert">
          {t('transcriptFailed')}
        </p>
      )}
      {phase === 'ready' && <Lines transcript={transcript} />}
      {phase === 'ready' && !isFollowing && (
        <button
          type="button"
          className="action transcript-follow"
          data-visual-element="transcript_follow"
          onClick={() => transcript.follow(true)}
        >
          {t('transcriptFollow')}
        </button>
      )}
    </Dialog>
  );
}

function Search({ transcript }: { transcript: Transcript }) {
  const query = useTranscript(transcript, (state) => state.query);
  const count = useTranscript(transcript, (state) => state.shown.length);
  return (
    <>
      <input
        type="search"
        data-visual-element="transcript_search"
        aria-label={t('transcriptSearch')}
        placeholder={t('transcriptSearch')}
        value={query}
        onChange={(event) => transcript.search(event.currentTarget.value)}
      />
      <span className="transcript-count" role="status">
        {query.trim() === '' ? '' : t('transcriptFound', { count: String(count) })}
      </span>
    </>
  );
}

function LanguageChoice({ transcript }: { transcript: Transcript }) {
  const tracks = usePlayer((state) => state.captionTracks).filter(isCaptionFile);
  const language = useTranscript(transcript, (state) => state.language);
  if (tracks.length < 2) return null;
  return (
    <select
      data-visual-element="transcript_language"
      aria-label={t('transcriptLanguage')}
      value={language ?? ''}
      onChange={(event) => transcript.setLanguage(event.currentTarget.value)}
    >
      {tracks.map(({ languageCode, label }) => (
        <option key={languageCode} value={languageCode} lang={languageCode}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Lines({ transcript }: { transcript: Transcript }) {
  const { controller, onUse } = usePlayerContext();
  const shown = useTranscript(transcript, (state) => state.shown);
  const query = useTranscript(transcript, (state) => state.query);
  const language = useTranscript(transcript, (state) => state.language);
  const usePinned = (from: number, to: number) =>
    useTranscript(
      transcript,
      (state) => from <= placeOfCurrent(state) && placeOfCurrent(state) < to,
    );
  const leave = () => transcript.follow(false);

  function seek(index: number): void {
    controller.seekTo(transcript.getState().lines[index]?.start ?? 0);
    transcript.follow(true);
    onUse('transcript_seek');
  }

  if (shown.length === 0) return <p className="panel-note">{t('transcriptNothing')}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of its rows
    <div
      className="panel-scroll"
      lang={language ?? undefined}
      onWheel={leave}
      onTouchMove={leave}
      onPointerDown={(event) => {
        // Only presses on the scroll bar, not on a row.
        if (event.target === event.currentTarget) leave();
      }}
      onKeyDown={(event) => {
        if (/^(Page|Home|End)/.test(event.key)) leave();
        if (!moveRowFocus(event)) return;
        leave();
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <ChunkedList
        label={t('transcript')}
        listKey={`${language} ${query}`}
        count={shown.length}
        rowHeight={lineHeight}
        usePinned={usePinned}
        renderRow={(row) => (
          <Row
            key={row}
            transcript={transcript}
            row={row}
            index={shown[row] ?? 0}
            query={query}
            onSeek={seek}
          />
        )}
      />
    </div>
  );
}

interface RowProps {
  transcript: Transcript;
  row: number;
  /** Index of the row's line. */
  index: number;
  query: string;
  onSeek: (index: number) => void;
}

function Row({ transcript, row, index, query, onSeek }: RowProps) {
  const line = transcript.getState().lines[index];
  const isCurrent = useTranscript(transcript, (state) => placeOfCurrent(state) === row);
  const isFollowed = useTranscript(
    transcript,
    (state) => state.isFollowing && placeOfCurrent(state) === row,
  );
  const total = transcript.getState().shown.length;
  if (line === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: its list is not an HTML list
    <div role="listitem" aria-posinset={row + 1} aria-setsize={total}>
      <button
        type="button"
        className="transcript-line"
        data-visual-element="transcript_line"
        data-row={row}
        // Tab reaches one row; arrow keys move to the others.
        tabIndex={isCurrent || row === 0 ? 0 : -1}
        aria-current={isCurrent || undefined}
        ref={isFollowed ? bringIntoView : null}
        onClick={() => onSeek(index)}
      >
        <span className="transcript-time">{formatTime(line.start)}</span>
        <span dir="auto">{marked(line.text, query)}</span>
      </button>
    </div>
  );
}

function marked(text: string, query: string): ReactNode {
  return markParts(text, query).map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
    place % 2 === 1 ? <mark key={place}>{part}</mark> : part,
  );
}

/** `scrollIntoView` would also scroll the host's page. */
function bringIntoView(row: HTMLElement | null): void {
  const scroller = row?.closest('.panel-scroll');
  if (!row || !scroller) return;
  const { top, height } = row.getBoundingClientRect();
  const seen = scroller.getBoundingClientRect();
  scroller.scrollTop += top - seen.top - (seen.height - height) / 2;
}

/** Row of the current line, or of the last shown line before it; -1 if there is none. */
function placeOfCurrent({ shown, current }: TranscriptState): number {
  if (shown.length === 0 || current < 0) return -1;
  let low = 0;
  let high = shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shown[middle] ?? 0) <= current) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function useTranscript<T>(transcript: Transcript, select: (state: TranscriptState) => T): T {
  return useSyncExternalStore(transcript.subscribe, () => select(transcript.getState()));
}
