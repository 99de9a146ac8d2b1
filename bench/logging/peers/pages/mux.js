import mux from 'mux-embed';
import { collector } from './collector.js';

// The core SDK, used as a player integration uses it. It sends only known events, so the bench's
// event is sent as `renditionchange`. The event's fields are in Mux's equivalent fields and in
// custom dimensions.
mux.init('player', {
  beaconCollectionDomain: new URL(collector).host,
  disableCookies: false,
  data: { env_key: 'bench', player_name: 'bench', video_id: 'offstage002', video_title: 'Bench' },
  getPlayheadTime: () => playheadMs,
  getStateData: () => ({ player_is_paused: true, player_width: 640, player_height: 360 }),
});
let playheadMs = 0;
for (const name of ['playerready', 'play', 'playing', 'pause']) mux.emit('player', name);

window.benchLog = (_, { id, videoId, state, currentTime, bufferedSec, height, isMuted }) => {
  playheadMs = currentTime * 1_000;
  mux.emit('player', 'renditionchange', {
    video_id: videoId,
    video_source_height: height,
    custom_1: id,
    custom_2: state,
    custom_3: String(bufferedSec),
    custom_4: String(isMuted),
  });
};
