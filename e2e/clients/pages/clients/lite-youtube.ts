import 'lite-youtube-embed';
import 'lite-youtube-embed/src/lite-yt-embed.css';
import { firstVideoId, stage } from '../page-options.ts';
import { report } from '../report.ts';

const element = document.createElement('lite-youtube');
element.setAttribute('videoid', firstVideoId);
element.setAttribute('params', 'enablejsapi=1');
stage().append(element);

// From lite-youtube's readme: a command without a handshake.
document.addEventListener('pause-all', () => {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('lite-youtube iframe'))
    frame.contentWindow?.postMessage('{"event":"command","func":"pauseVideo","args":""}', '*');
});
report('ready');
