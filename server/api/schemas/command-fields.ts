import type { ApiCommand } from '../../../shared/wire/api-calls.ts';

/** Notes on the fields of each command and of its reply. */
export const commandFields: Readonly<
  Record<ApiCommand, { title: string; request: Fields; reply: Fields }>
> = {
  subscribe: {
    title: 'Subscribing',
    request: {
      channelIds: 'Ids of the channels.',
      siloName: 'Place in the interface where the viewer did it.',
      params: 'Stored with it.',
    },
    reply: { channelIds: 'The viewer’s subscriptions, newest first.' },
  },
  unsubscribe: {
    title: 'Unsubscribing',
    request: {
      channelIds: 'Ids of the channels.',
      siloName: 'Place in the interface where the viewer did it.',
      params: 'Ignored.',
    },
    reply: { channelIds: 'The viewer’s subscriptions, newest first.' },
  },
  feedback: {
    title: 'Feedback',
    request: {
      feedbackTokens: 'Tokens from commands in replies.',
      feedbackContext: 'The playback that the feedback is about.',
      isFeedbackTokenUnencrypted:
        'The tokens are from the operator’s own page, and are stored unchanged.',
      shouldMerge: 'A token that this viewer sent before is counted once.',
    },
    reply: {
      feedbackResponses: 'For each token.',
      'feedbackResponses[].reason': 'Reason why the token was not processed.',
      'feedbackResponses[].undoToken': 'Undoes the feedback.',
    },
  },
  modifyNotificationPreference: {
    title: 'Notifications',
    request: { params: 'Id of the channel.', secondaryParams: '`ALL` or `NONE`.' },
    reply: { params: 'As stored.', secondaryParams: 'As stored.' },
  },
  editPlaylist: {
    title: 'Editing a playlist',
    request: {
      actions: 'The edits, in order.',
      params: 'Ignored.',
      playlistId: 'Id of the list; `WL` is the viewer’s own.',
    },
    reply: {
      playlistId: 'Id of the list.',
      videoIds: 'The list’s videos, as this viewer now sees it.',
    },
  },
  getSharePanel: sharePanel('Sharing'),
  getWebPlayerSharePanel: sharePanel('Sharing, from the player'),
  getDatasyncIds: {
    title: 'Ids of accounts',
    request: {},
    reply: { datasyncIds: 'Ids of the signed-in accounts.' },
  },
};

type Fields = Readonly<Record<string, string>>;

function sharePanel(title: string) {
  return {
    title,
    request: {
      serializedSharedEntity:
        'A query string: `v=VIDEO_ID`, with `&list=PLAYLIST_ID` if it is watched in one.',
      clientParams: 'Ignored.',
      includeListId: 'Whether the links include the playlist.',
    },
    reply: {
      title: 'Of the video.',
      url: 'Of the video’s own page.',
      embedUrl: 'For an `<iframe>`.',
      embedCode: 'HTML to paste.',
    },
  };
}
