import { useState, useSyncExternalStore } from 'react';
import { isModest } from '../../../../shared/player/modest-branding.ts';
import type { ViewerAction } from '../../../../shared/telemetry/viewer-action.ts';
import { ControlButton } from '../../controls/control-button.tsx';
import { usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import { PanelIcon } from '../../panels/panel-icon.tsx';
import { useControlCalls } from '../commands/use-control-calls.ts';
import { createViewerRelation, type Relation } from './viewer-relation.ts';

const failures: Record<Relation, MessageKey> = {
  isSubscribed: 'subscribeFailed',
  bell: 'bellFailed',
  isInWatchLater: 'watchLaterFailed',
};

/** The channel, and actions on channel and video for a signed-in viewer. */
export function ChannelActions() {
  const { store, services, config, notices, onUse } = usePlayerContext();
  const { call } = useControlCalls();
  const [relation] = useState(() =>
    createViewerRelation({
      store,
      services,
      call,
      isSignedIn: config.api?.isLoggedIn === true,
      onFailure: (failed) => notices.show(t(failures[failed])),
    }),
  );
  const { viewer, pending, ...state } = useSyncExternalStore(relation.subscribe, relation.getState);
  const channel = isModest(config.args) ? null : state.channel;
  const use = (changed: Relation, action: ViewerAction) => () => {
    relation.toggle(changed);
    onUse(action);
  };
  const isSubscribed = viewer?.isSubscribed === true;
  return (
    <>
      {channel !== null && (
        <ChannelLink name={channel.name} url={channel.url} avatarUrl={channel.avatarUrl} />
      )}
      {channel !== null && viewer?.isSignedIn && (
        <button
          type="button"
          className="action subscribe"
          data-visual-element="subscribe_button"
          aria-pressed={isSubscribed}
          aria-busy={pending === 'isSubscribed'}
          onClick={use('isSubscribed', isSubscribed ? 'unsubscribe' : 'subscribe')}
        >
          {isSubscribed ? t('subscribed') : t('subscribe')}
        </button>
      )}
      {channel !== null && viewer?.isSignedIn && isSubscribed && (
        <ControlButton
          data-visual-element="bell_button"
          icon={<PanelIcon name="bell" />}
          label={t('bell')}
          aria-pressed={viewer.bell === true}
          aria-busy={pending === 'bell'}
          onClick={use('bell', 'bell')}
        />
      )}
      {viewer?.isSignedIn && (
        <ControlButton
          data-visual-element="watch_later_button"
          icon={<PanelIcon name="watchLater" />}
          label={t('watchLater')}
          aria-pressed={viewer.isInWatchLater === true}
          aria-busy={pending === 'isInWatchLater'}
          onClick={use('isInWatchLater', 'watch_later')}
        />
      )}
    </>
  );
}

interface ChannelLinkProps {
  name: string;
  url: string | undefined;
  avatarUrl: string | undefined;
}

function ChannelLink({ name, url, avatarUrl }: ChannelLinkProps) {
  const { controller, onUse } = usePlayerContext();
  const picture = avatarUrl !== undefined && <img src={avatarUrl} alt="" crossOrigin="anonymous" />;
  if (url === undefined) {
    return (
      <span className="channel" dir="auto">
        {picture}
        {name}
      </span>
    );
  }
  return (
    <a
      className="channel"
      dir="auto"
      href={url}
      target="_blank"
      rel="noopener"
      data-visual-element="channel_link"
      onClick={() => {
        controller.pause();
        onUse('open_channel');
      }}
    >
      {picture}
      {name}
    </a>
  );
}
