import type { PlayerResponse } from '../../shared/player/player-response.ts';
import {
  type Channel,
  type Command,
  type Commands,
  type ControlName,
  commandOfControl,
  type RelatedVideo,
  watchLaterListId,
} from '../../shared/player/video-extras.ts';
import { channelSchema, readExtra } from '../../shared/player/video-extras-schemas.ts';
import { type ApiCommand, type ApiFields, apiCalls } from '../../shared/wire/api-calls.ts';
import { type Feedback, makeFeedbackToken, readFeedbackToken } from './feedback-token.ts';

/** Marks channels in the store that viewers subscribed to in the player. */
const siloName = 'player';

export interface ViewerCommandsDeps {
  signingKey: string;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * The commands of the viewer's controls, as replies carry them, with their metadata (specification
 * §7).
 */
export interface ViewerCommands {
  /**
   * @param isSignedIn whether the reply's viewer is signed in
   * @returns the reply with the commands that its video's controls send
   */
  addTo(response: PlayerResponse, isSignedIn: boolean): PlayerResponse;
  readToken(token: string): ReturnType<typeof readFeedbackToken>;
  makeToken(feedback: Feedback): string;
}

export function createViewerCommands({ signingKey, now }: ViewerCommandsDeps): ViewerCommands {
  const nowSec = () => Math.floor(now() / 1_000);
  const makeToken = (feedback: Feedback) => makeFeedbackToken(signingKey, feedback, nowSec());

  return {
    makeToken,
    readToken: (token) => readFeedbackToken(signingKey, token, nowSec()),
    addTo(response, isSignedIn) {
      const { videoDetails, related, playabilityStatus } = response;
      if (playabilityStatus.status !== 'OK') return response;
      const { videoId } = videoDetails;
      const channel = readExtra(channelSchema, videoDetails.channel);
      const commands: Commands = {
        share: command('share', { serializedSharedEntity: `v=${videoId}` }),
        reportProblem: command('reportProblem', {
          feedbackTokens: [makeToken({ kind: 'problem', videoId })],
          shouldMerge: true,
        }),
        ...(isSignedIn && { ...watchLater(videoId), ...(channel && ofChannel(channel)) }),
      };
      return {
        ...response,
        commands,
        related: (related as RelatedVideo[] | undefined)?.map((video) => ({
          ...video,
          notInterested: command('notInterested', {
            feedbackTokens: [makeToken({ kind: 'not_interested', videoId: video.videoId })],
            shouldMerge: true,
          }),
        })),
      };
    },
  };
}

function ofChannel({ id }: Channel): Commands {
  const channel = { channelIds: [id], siloName, params: id };
  const bell = { params: id };
  return {
    subscribe: command('subscribe', channel),
    unsubscribe: command('unsubscribe', channel),
    bellOn: command('bellOn', { ...bell, secondaryParams: 'ALL' }),
    bellOff: command('bellOff', { ...bell, secondaryParams: 'NONE' }),
  };
}

function watchLater(videoId: string): Commands {
  const list = { playlistId: watchLaterListId, params: videoId };
  return {
    addToWatchLater: command('addToWatchLater', {
      ...list,
      actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: videoId }],
    }),
    removeFromWatchLater: command('removeFromWatchLater', {
      ...list,
      actions: [{ action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: videoId }],
    }),
  };
}

type FieldsOf<Control extends ControlName> = ApiFields<(typeof commandOfControl)[Control]>;

/** The metadata has the path and the control's name. Both come back with each call. */
function command<Control extends ControlName>(
  control: Control,
  fields: FieldsOf<Control>,
): Command {
  const name: ApiCommand = commandOfControl[control];
  return { fields, apiUrl: `/youtubei/v1/${apiCalls[name].path}`, clickTrackingParams: control };
}
