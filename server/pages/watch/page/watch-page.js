{
  /*
   * Behaviour of a video's page. Links of chapters seek instead of reloading the page, and buttons
   * copy the link and the code. It controls the player by the open player.js protocol, which needs
   * no URL parameter.
   */
  const frame = /** @type {HTMLIFrameElement | null} */ (document.querySelector('.frame iframe'));
  const chapters = /** @type {HTMLAnchorElement[]} */ ([
    ...document.querySelectorAll('.chapters a'),
  ]);
  const share = document.querySelector('.share');
  let timeSec = 0;
  /** Whether the links were requested from the API. */
  let isAsked = false;
  /** Actions to run when the player is ready. @type {(() => void)[] | null} */
  let waiting = [];

  /** @param {string} method @param {unknown} [value] */
  const call = (method, value) =>
    frame?.contentWindow?.postMessage(
      JSON.stringify({ context: 'player.js', version: '0.0.11', method, value }),
      location.origin,
    );

  /** @param {() => void} act */
  const whenReady = (act) => {
    if (waiting === null) act();
    else waiting.push(act);
  };

  /** @param {unknown} data */
  const parse = (data) => {
    try {
      return JSON.parse(String(data));
    } catch {
      // Not JSON: browser extensions post messages to pages too.
      return null;
    }
  };

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame?.contentWindow || origin !== location.origin) return;
    const message = parse(data);
    if (message?.context !== 'player.js') return;
    if (message.event === 'ready') {
      call('addEventListener', 'timeupdate');
      for (const act of waiting ?? []) act();
      waiting = null;
    } else if (message.event === 'timeupdate') {
      timeSec = Math.floor(Number(message.value?.seconds) || 0);
      showTime();
    }
  });

  for (const link of chapters)
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || frame === null)
        return;
      event.preventDefault();
      whenReady(() => {
        call('setCurrentTime', Number(link.dataset.seconds));
        call('play');
      });
      frame.scrollIntoView({ block: 'nearest' });
    });

  const startAt = /** @type {HTMLInputElement | null} */ (
    share?.querySelector('.start-at') ?? null
  );
  const startLabel = share?.querySelector('.start-label') ?? null;
  const fields = /** @type {HTMLInputElement[]} */ ([
    ...(share?.querySelectorAll('.copy input') ?? []),
  ]);
  let texts = fields.map(({ value }) => value);
  const status = share?.querySelector('.status') ?? null;

  /** @param {number} seconds formatted like the player's `formatTime` */
  const clock = (seconds) => {
    const [hours, minutes, rest] = [
      Math.floor(seconds / 3_600),
      Math.floor((seconds % 3_600) / 60),
      seconds % 60,
    ];
    const two = (/** @type {number} */ count) => String(count).padStart(2, '0');
    return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  };

  function showTime() {
    let current = -1;
    chapters.forEach((link, index) => {
      if (Number(link.dataset.seconds) <= timeSec) current = index;
    });
    chapters.forEach((link, index) => {
      if (index !== current || timeSec === 0) link.removeAttribute('aria-current');
      else link.setAttribute('aria-current', 'true');
    });
    // Keep the time of a chosen link: it must not change while the user copies it.
    if (startAt === null || startLabel === null || startAt.checked) return;
    startAt.value = String(timeSec);
    startLabel.textContent = (startAt.dataset.text ?? '').replace('{time}', clock(timeSec));
  }

  function showTexts() {
    fields.forEach((field, index) => {
      const text = texts[index] ?? '';
      field.value = startAt?.checked
        ? text.replaceAll(field.dataset.from ?? '', withTime(field))
        : text;
    });
  }
  startAt?.addEventListener('change', showTexts);

  /**
   * Asks the API's share panel for links. Until it answers, and if it fails, the page's own links
   * stay.
   */
  async function askForLinks() {
    const client = {
      clientName: 'OFFSTAGE_WATCH',
      clientVersion: '1',
      hl: document.documentElement.lang,
    };
    const reply = await fetch('/youtubei/v1/share/get_share_panel?alt=json', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        context: {
          client,
          user: { enableSafetyMode: false, lockedSafetyMode: false },
          request: {},
          adSignalsInfo: { params: [] },
          clickTracking: { clickTrackingParams: 'share' },
        },
        serializedSharedEntity: share?.getAttribute('data-entity'),
        includeListId: true,
      }),
    });
    if (!reply.ok) return;
    const panel = parse((await reply.text()).replace(/^\)\]\}'/, ''));
    if (
      !URL.canParse(panel?.url) ||
      !URL.canParse(panel.embedUrl) ||
      typeof panel.embedCode !== 'string'
    )
      return;
    for (const field of fields)
      field.dataset.from = field.dataset.time === 't' ? panel.url : panel.embedUrl;
    texts = fields.map((field) => (field.dataset.time === 't' ? panel.url : panel.embedCode));
    showTexts();
  }
  // Request links only when the viewer is about to share.
  const askOnce = () => {
    if (isAsked) return;
    isAsked = true;
    askForLinks().catch(() => {});
  };
  share?.addEventListener('pointerenter', askOnce);
  share?.addEventListener('focusin', askOnce);

  /** @param {HTMLInputElement} field the field whose address gets the time */
  function withTime(field) {
    const url = new URL(field.dataset.from ?? '', location.href);
    const name = field.dataset.time ?? 't';
    url.searchParams.set(name, startAt?.value ?? '0');
    // `t` is in a plain address, the other in markup.
    return name === 't' ? url.href : url.href.replaceAll('&', '&amp;');
  }

  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
    document.querySelectorAll('.copy button')
  ))
    button.addEventListener('click', async () => {
      const field = button.parentElement?.querySelector('input');
      if (!field || status === null) return;
      field.select();
      const isCopied = await Promise.resolve(
        navigator.clipboard?.writeText(field.value).then(() => true),
      ).catch(
        // The clipboard refused. Without https it does not exist at all; `execCommand` needs no
        // permission.
        () => false,
      );
      const isDone = isCopied === true || document.execCommand('copy');
      status.textContent =
        (isDone ? status.getAttribute('data-copied') : status.getAttribute('data-by-hand')) ?? '';
    });

  const system = /** @type {HTMLButtonElement | null} */ (document.querySelector('.share-system'));
  system?.addEventListener('click', () => {
    // Cancelling the system's dialog is no error.
    navigator.share({ title: document.title, url: fields[0]?.value ?? '' }).catch(() => {});
  });

  // Show the parts that only work with this script.
  for (const part of document.querySelectorAll('.by-script'))
    part.toggleAttribute('hidden', part === system && !('share' in navigator));
  for (const field of fields) field.addEventListener('focus', () => field.select());
  showTime();
}
