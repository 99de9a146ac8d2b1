import { isModest } from '../../../shared/player/modest-branding.ts';
import { watchAddress } from '../../parts/watch-address.ts';
import { late } from './late.tsx';
import { PanelButton } from './panels/panel-button.tsx';
import { loadStyledPart } from './panels/panel-loaders.ts';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { t } from './translation/translate.ts';

const ChannelActions = late(
  loadStyledPart(async () => (await import('../late/title/channel-actions.tsx')).ChannelActions),
);

/** Title and author of the video, with actions for video and channel. */
export function TitleBar() {
  const { config } = usePlayerContext();
  const hasChannel = usePlayer(
    ({ response }) =>
      (response?.videoDetails.channel !== undefined && !isModest(config.args)) ||
      response?.viewer !== undefined ||
      config.api?.isLoggedIn === true,
  );
  const hasVideo = usePlayer((state) => state.response !== null);
  const hasList = usePlayer((state) => state.playlist !== null);
  return (
    <div className="title-bar">
      <Title />
      {hasVideo && (
        <div className="title-actions">
          {hasChannel && <ChannelActions />}
          {hasList && (
            <PanelButton
              panel="playlist"
              data-visual-element="playlist_button"
              icon="playlist"
              label={t('playlist')}
              aria-haspopup="dialog"
            />
          )}
          <PanelButton
            panel="share"
            data-visual-element="share_button"
            icon="share"
            label={t('share')}
            aria-haspopup="dialog"
          />
        </div>
      )}
    </div>
  );
}

function Title() {
  const { controller, config, onUse } = usePlayerContext();
  const title = usePlayer((state) => state.title);
  const author = usePlayer((state) => state.author);
  const address = usePlayer(
    ({ response }) => watchAddress(response?.videoDetails.watchUrl, location.href)?.href,
  );
  return (
    <div className="title-text">
      <p className="title" dir="auto">
        {address === undefined ? (
          title
        ) : (
          <a
            href={address}
            target="_blank"
            rel="noopener"
            data-visual-element="title_link"
            onClick={() => {
              controller.pause();
              onUse('open_watch_page');
            }}
          >
            {title}
          </a>
        )}
      </p>
      {!isModest(config.args) && (
        <p className="author" dir="auto">
          {author}
        </p>
      )}
    </div>
  );
}
