import type { ApiCommand } from '../../../shared/wire/api-calls.ts';

/** Notes on the fields of each command and of its reply. */
export const commandFields: Readonly<
  Record<ApiCommand, { title: string; request: Fields; reply: Fields }>
> = {
  subscribe: {
    title: 'Subscribing',
    request: {
      channelIds: 'Ids of the channels.',
      siloName: 'Where it was done.',
      params: 'Kept with it.',
    },
    reply: { channelIds: 'The viewer’s subscriptions, the newest first.' },
  },
  unsubscribe: {
    title: 'Unsubscribing',
    request: {
      channelIds: 'Ids of the channels.',
      siloName: 'Where it was done.',
      params: 'Not looked at.',
    },
    reply: { channelIds: 'The viewer’s subscriptions, the newest first.' },
  },
  feedback: {
    title: 'Feedback',
    request: {
      feedbackTokens: 'Of the commands in replies.',
      feedbackContext: 'The playback that it is about.',
      isFeedbackTokenUnencrypted:
        'The tokens are of the operator’s own page, and are kept as they are.',
      shouldMerge: 'A token that this viewer has given before counts once.',
    },
    reply: {
      feedbackResponses: 'For each token.',
      'feedbackResponses[].reason': 'Why it was not processed.',
      'feedbackResponses[].undoToken': 'Takes it back.',
    },
  },
  modifyNotificationPreference: {
    title: 'Notifications',
    request: { params: 'Id of the channel.', secondaryParams: '`ALL` or `NONE`.' },
    reply: { params: 'As it is kept.', secondaryParams: 'As it is kept.' },
  },
  editPlaylist: {
    title: 'Editing a playlist',
    request: {
      actions: 'What is done, in order.',
      params: 'Not looked at.',
      playlistId: 'Id of the list; `WL` is the viewer’s own.',
    },
    reply: { playlistId: 'Id of the list.', videoIds: 'Its videos as this viewer has it now.' },
  },
  getSharePanel: sharePanel('Sharing'),
  getWebPlayerSharePanel: sharePanel('Sharing, from the player'),
  getDatasyncIds: {
    title: 'Ids of accounts',
    request: {},
    reply: { datasyncIds: 'Of the accounts that are signed in.' },
  },
};

type Fields = Readonly<Record<string, string>>;

function sharePanel(title: string) {
  return {
    title,
    request: {
      serializedSharedEntity:
        'A query string: `v=VIDEO_ID`, with `&list=PLAYLIST_ID` if it is watched in one.',
      clientParams: 'Not looked at.',
      includeListId: 'Whether the links lead into the playlist too.',
    },
    reply: {
      title: 'Of the video.',
      url: 'Of the video’s own page.',
      embedUrl: 'For an `<iframe>`.',
      embedCode: 'HTML to paste.',
    },
  };
}
