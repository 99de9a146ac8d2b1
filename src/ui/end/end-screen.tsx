import { type RelatedVideo, readExtra, relatedSchema } from '../../../shared/video-extras.ts';
import { formatTime } from '../format-time.ts';
import { Icon } from '../icons.tsx';
import { t } from '../messages/translate.ts';
import { usePlayer, usePlayerContext } from '../player-context.tsx';

/** As many as there is room for on a large screen. */
const maxTiles = 9;

/** After the end: once more, or something else. Clicks between its buttons still meet the picture. */
export function EndScreen() {
  const { controller, config, onUse } = usePlayerContext();
  const author = usePlayer((state) => state.author);
  const related = usePlayer((state) => state.response?.related);
  // As on YouTube: with `rel=0` only what is of the same channel.
  const isOwnOnly = String(config.args.rel) === '0';
  const videos = (readExtra(relatedSchema, related) ?? []).filter(
    (video) => !isOwnOnly || video.author === author,
  );
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
          {videos.slice(0, maxTiles).map((video) => (
            <Tile
              key={video.videoId}
              video={video}
              onPlay={() => {
                controller.showVideoById(video.videoId, 'load');
                onUse('related_video');
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Tile({ video, onPlay }: { video: RelatedVideo; onPlay: () => void }) {
  return (
    <li>
      <button type="button" className="end-tile" data-visual-element="related_video" onClick={onPlay}>
        {video.posterUrl && <img src={video.posterUrl} alt="" crossOrigin="anonymous" />}
        <span className="end-tile-text" dir="auto">
          <span className="end-tile-title">{video.title}</span>
          {video.lengthSeconds > 0 && <span>{formatTime(video.lengthSeconds)}</span>}
        </span>
      </button>
    </li>
  );
}
