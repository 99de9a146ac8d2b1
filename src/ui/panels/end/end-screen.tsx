import { useState } from 'react';
import { endScreenLimits } from '../../../../shared/limits/end-screen-limits.ts';
import { formatTime } from '../../../../shared/player/format-time.ts';
import { relatedShape } from '../../../../shared/player/shapes/related.ts';
import type { RelatedVideo } from '../../../../shared/player/video-extras.ts';
import { readAs } from '../../../../shared/tools/shape.ts';
import { Icon } from '../../controls/icons.tsx';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { useFeedback } from '../../late/commands/use-feedback.ts';
import { PanelIcon } from '../panel-icon.tsx';

/** After the end: replay, or another video. Clicks between its buttons reach the picture. */
export function EndScreen() {
  const { controller, config, onUse } = usePlayerContext();
  const author = usePlayer((state) => state.author);
  const related = usePlayer((state) => state.response?.related);
  // As on YouTube: `rel=0` leaves only videos of the same channel.
  const isOwnOnly = String(config.args.rel) === '0';
  const [hidden, setHidden] = useState<ReadonlyMap<string, string | null>>(new Map());
  const giveFeedback = useFeedback();
  const videos = (readAs(relatedShape, related) ?? []).filter(
    (video) => !isOwnOnly || video.author === author,
  );
  const hide = async ({ videoId, notInterested }: RelatedVideo) => {
    onUse('not_interested');
    const given = await giveFeedback('notInterested', notInterested);
    if (given !== null) setHidden((before) => new Map(before).set(videoId, given.undoToken));
  };
  const showAgain = async (videoId: string, undoToken: string) => {
    onUse('undo_not_interested');
    const fields = { feedbackTokens: [undoToken] };
    if ((await giveFeedback('notInterested', { fields })) === null) return;
    setHidden((before) => new Map([...before].filter(([id]) => id !== videoId)));
  };
  return (
    <section className="end-screen" data-visual-element="end_screen" aria-label={t('endScreen')}>
      <button
        type="button"
        className="end-replay"
        data-visual-element="end_replay_button"
        onClick={() => {
          controller.play();
          onUse('replay');
        }}
      >
        <Icon name="replay" />
        <span>{t('replay')}</span>
      </button>
      {videos.length > 0 && (
        <ul className="end-tiles" aria-label={t('related')}>
          {videos.slice(0, endScreenLimits.tilesCount).map((video) => {
            const undoToken = hidden.get(video.videoId);
            return undoToken === undefined ? (
              <Tile
                key={video.videoId}
                video={video}
                onPlay={() => {
                  controller.showVideoById(video.videoId, 'load');
                  onUse('related_video');
                }}
                onHide={() => hide(video)}
              />
            ) : (
              <HiddenTile
                key={video.videoId}
                title={video.title}
                onUndo={undoToken === null ? null : () => showAgain(video.videoId, undoToken)}
              />
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface TileProps {
  video: RelatedVideo;
  onPlay: () => void;
  onHide: () => void;
}

function Tile({ video, onPlay, onHide }: TileProps) {
  const label = t('notInterestedIn', { title: video.title });
  return (
    <li className="end-place">
      <button
        type="button"
        className="end-tile"
        data-visual-element="related_video"
        onClick={onPlay}
      >
        {video.posterUrl && <img src={video.posterUrl} alt="" crossOrigin="anonymous" />}
        <span className="end-tile-text" dir="auto">
          <span className="end-tile-title">{video.title}</span>
          {video.lengthSeconds > 0 && <span>{formatTime(video.lengthSeconds)}</span>}
        </span>
      </button>
      {video.notInterested !== undefined && (
        <button
          type="button"
          className="end-hide"
          data-visual-element="not_interested_button"
          aria-label={label}
          title={label}
          onClick={onHide}
        >
          <PanelIcon name="close" />
        </button>
      )}
    </li>
  );
}

interface HiddenTileProps {
  title: string;
  /** `null`: it cannot be undone. */
  onUndo: (() => void) | null;
}

/** Replaces a suggestion that the viewer marked as not interesting. */
function HiddenTile({ title, onUndo }: HiddenTileProps) {
  return (
    <li className="end-place end-hidden">
      <span dir="auto">{t('notInterestedIn', { title })}</span>
      {onUndo !== null && (
        <button
          type="button"
          className="action"
          data-visual-element="undo_not_interested"
          onClick={onUndo}
        >
          {t('undo')}
        </button>
      )}
    </li>
  );
}
