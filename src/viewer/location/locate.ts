import type { VideoAnswer } from '../../../shared/rpc/rpc.ts';
import { ok, type Result } from '../../../shared/tools/result.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { ServicesClient } from '../../services/services-client.ts';
import type { Log } from '../../telemetry/player-log.ts';
import { readPosition, readPositionAccess } from './read-position.ts';

interface LocateDeps {
  store: PlayerStore;
  getVideo: ServicesClient['getVideo'];
  log: Log;
}

/**
 * Reads the viewer's position for a video that needs it, and asks the services for that video with
 * the position. If the browser would prompt the viewer, waits until playback is requested.
 * @param isAwaited whether this video is still wanted
 */
export async function locate(
  video: VideoAnswer,
  isAwaited: () => boolean,
  { store, getVideo, log }: LocateDeps,
): Promise<Result<VideoAnswer>> {
  const { videoId } = video.videoDetails;
  // The server's page does not know what the services have stored: they may not need a position.
  const answer = video.positionRequest === undefined ? await getVideo(videoId) : ok(video);
  if (!answer.ok || answer.value.positionRequest === undefined) return answer;
  const access = await readPositionAccess();
  if (access === 'prompt') await untilPlayRequested(store, isAwaited);
  if (!isAwaited()) return answer;
  const isAsking = access === 'prompt' || access === 'granted';
  const report = isAsking ? await readPosition(answer.value.positionRequest) : { outcome: access };
  log('location', { videoId, outcome: report.outcome });
  return getVideo(videoId, report);
}

function untilPlayRequested(store: PlayerStore, isAwaited: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const isOver = () => store.getState().isPlayRequested || !isAwaited();
    if (isOver()) return resolve();
    const stop = store.subscribe(() => {
      if (!isOver()) return;
      stop();
      resolve();
    });
  });
}
