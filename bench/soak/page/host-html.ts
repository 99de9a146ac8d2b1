/**
 * The host keeps only the newest message of each kind, so that the watching page itself does not
 * grow.
 */
const hostScript = `
  const reported = {};
  let readyCount = 0;
  const frame = () => document.querySelector('iframe').contentWindow;
  const post = (message) => frame().postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), '*');
  const greeting = setInterval(() => post({ event: 'listening' }), 250);
  addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return;
    const { event, info } = JSON.parse(data);
    if (event === 'onReady') {
      clearInterval(greeting);
      readyCount += 1;
    }
    if (event === 'initialDelivery' || event === 'infoDelivery') Object.assign(reported, info);
  });
  const returns = [];
  addEventListener('pageshow', ({ persisted }) => returns.push(persisted));
  var host = {
    reported,
    returns,
    isReady: () => readyCount > 0,
    command: (func, ...args) => post({ event: 'command', func, args }),
  };`;

/**
 * The publisher's page: one embed, controlled by messages.
 * @param embedUrl the frame's address
 */
export function hostHtml(embedUrl: string): string {
  return `<title>Soak</title><iframe src="${embedUrl}" width="640" height="360" allow="autoplay; encrypted-media; fullscreen"></iframe>
<script>${hostScript}</script>`;
}
