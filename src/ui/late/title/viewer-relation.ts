import type { PlayerResponse } from '../../../../shared/player/player-response.ts';
import { channelShape } from '../../../../shared/player/shapes/channel.ts';
import { viewerShape } from '../../../../shared/player/shapes/viewer.ts';
import {
  type Channel,
  type ControlName,
  type commandOfControl,
  type Viewer,
  watchLaterListId,
} from '../../../../shared/player/video-extras.ts';
import { readAs } from '../../../../shared/tools/shape.ts';
import type { ApiReply } from '../../../../shared/wire/api-calls.ts';
import type { PlayerStore } from '../../../player/state/player-store.ts';
import type { ServicesClient } from '../../../services/services-client.ts';
import type { CallControl, ControlCall } from '../commands/create-control-calls.ts';

/** Relations that the viewer can change. */
export type Relation = 'isSubscribed' | 'bell' | 'isInWatchLater';

interface RelationState {
  channel: Channel | null;
  /** `null` while unknown. */
  viewer: Viewer | null;
  /** The change requested from the API and not answered yet. */
  pending: Relation | null;
}

/** The viewer's relation to video and channel. It changes only when the API has answered. */
export interface ViewerRelation {
  getState(): RelationState;
  subscribe(listener: () => void): () => void;
  /** Inverts a relation. Does nothing while another change is pending. */
  toggle(relation: Relation): void;
}

export interface ViewerRelationDeps {
  store: PlayerStore;
  services: Pick<ServicesClient, 'getVideo'>;
  call: CallControl;
  /** The page was made for a signed-in viewer. It may still lack their relation to the video. */
  isSignedIn: boolean;
  onFailure(relation: Relation): void;
}

const nothing: RelationState = { channel: null, viewer: null, pending: null };

export function createViewerRelation(deps: ViewerRelationDeps): ViewerRelation {
  const { store, services, call, isSignedIn, onFailure } = deps;
  const listeners = new Set<() => void>();
  let state = nothing;
  let response: PlayerResponse | null = null;
  let stopWatching = () => {};

  function patch(changes: Partial<RelationState>): void {
    state = { ...state, ...changes };
    for (const listener of [...listeners]) listener();
  }

  async function update(next: PlayerResponse | null): Promise<void> {
    response = next;
    if (next === null) return patch(nothing);
    const channel = readAs(channelShape, next.videoDetails.channel);
    const viewer = readAs(viewerShape, next.viewer);
    patch({ channel, viewer, pending: null });
    if (viewer !== null || !isSignedIn) return;
    const answer = await services.getVideo(next.videoDetails.videoId, undefined, true);
    if (answer.ok && response === next) patch({ viewer: readAs(viewerShape, answer.value.viewer) });
  }

  async function ask<Control extends ControlName>(
    control: Control,
    own: ControlCall<Control>['own'],
    read: (reply: ApiReply<(typeof commandOfControl)[Control]>) => boolean,
  ): Promise<boolean | null> {
    const answer = await call(control, { own });
    return answer.ok ? read(answer.value) : null;
  }

  /** @returns the new state; `null`: unchanged, because the request failed */
  async function change(relation: Relation, isOn: boolean): Promise<boolean | null> {
    const videoId = response?.videoDetails.videoId ?? '';
    const channelId = state.channel?.id ?? '';
    switch (relation) {
      case 'isSubscribed':
        return ask(isOn ? 'subscribe' : 'unsubscribe', { channelIds: [channelId] }, (reply) =>
          reply.channelIds.includes(channelId),
        );
      case 'bell':
        return ask(
          isOn ? 'bellOn' : 'bellOff',
          { params: channelId, secondaryParams: isOn ? 'ALL' : 'NONE' },
          (reply) => reply.secondaryParams === 'ALL',
        );
      case 'isInWatchLater': {
        const action = isOn
          ? ({ action: 'ACTION_ADD_VIDEO', addedVideoId: videoId } as const)
          : ({ action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: videoId } as const);
        return ask(
          isOn ? 'addToWatchLater' : 'removeFromWatchLater',
          { playlistId: watchLaterListId, actions: [action] },
          (reply) => reply.videoIds.includes(videoId),
        );
      }
    }
  }

  async function toggle(relation: Relation): Promise<void> {
    const { viewer, pending } = state;
    if (viewer === null || pending !== null) return;
    const mine = response;
    const isOn = !viewer[relation];
    patch({ pending: relation });
    const changed = await change(relation, isOn);
    if (changed !== isOn) onFailure(relation);
    // Another video has loaded meanwhile.
    if (response !== mine) return;
    patch({
      pending: null,
      viewer: changed === null ? viewer : { ...viewer, [relation]: changed },
    });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        stopWatching = store.subscribe((player, previous) => {
          if (player.response !== previous.response) void update(player.response);
        });
        void update(store.getState().response);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopWatching();
      };
    },
    toggle: (relation) => void toggle(relation),
  };
}
