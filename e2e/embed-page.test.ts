import { scriptRuns } from './support/script-runs.ts';
import { test } from './support/stage.ts';
import { expect, test as ownPageTest } from './support/test.ts';
import { thorough } from './support/thorough.ts';

test.describe('the page', () => {
  test('is titled after its video and fills its frame [spec-2.2, spec-2.4, spec-2.9, spec-2.10]', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage001`);
    await expect(page).toHaveTitle('Four Lights - Offstage');
    const player = page.locator('#video-player');
    await expect(player).toHaveCSS('width', `${page.viewportSize()?.width}px`);
    await expect(player).toHaveCSS('height', `${page.viewportSize()?.height}px`);
  });

  test('has a transparent background for ps=gvn, and a black one otherwise [spec-2.3]', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage001?ps=gvn`);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.goto(`${server.embedOrigin}/embed/offstage001`);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  });

  test('takes its theme from the URL, and shorts/ forces the dark one when the flag is on [spec-2.7]', async ({
    page,
    server,
  }) => {
    const html = page.locator('html');
    await page.goto(`${server.embedOrigin}/embed/offstage001?theme=light`);
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.goto(
      `${server.embedOrigin}/shorts/offstage002?theme=light&fflags=shorts_force_dark_theme%3Dtrue`,
    );
    await expect(html).toHaveAttribute('data-theme', 'dark');
  });

  test('shows poster and play button before any script has run, with the file in its HTML', async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.embedOrigin}/embed/offstage002`);
    await expect(page.locator('video')).toHaveAttribute('poster', '/media/offstage002.jpg');
    await expect(page.locator('video')).toHaveAttribute('src', '/media/offstage002.mp4');
    await expect(page.locator('.big-play')).toBeVisible();
    await context.close();
  });

  test('offers writeEmbed and its return value [spec-2.1]', async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage001`);
    const isSame = await page.evaluate(async () => {
      await window.offstage.ready;
      window.offstage.log('page_note', { n: 1 }, { tier: 'immediate' });
      return window.writeEmbed(null) === window.offstage;
    });
    expect(isSame).toBe(true);
    // The player also logs, and events logged during a flush wait for the next one.
    await expect
      .poll(() => page.evaluate(() => window.offstage.flush()))
      .toMatchObject({ ok: true, value: { queued: 0 } });
  });

  test('explains a wrong log call and loses no event', async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage001`);
    const message = await page.evaluate(() => {
      try {
        window.offstage.log('note', { n: 1 }, { tier: 'urgent' as never });
        return '';
      } catch (error) {
        return String(error);
      }
    });
    expect(message).toContain(
      'unknown tier urgent: use one of default, dispatch_to_empty, fast, immediate',
    );
  });
});

test.describe('a video that cannot be played', () => {
  for (const { path, text, code, mark = {} } of [
    { path: '/embed/nosuchvideo', text: 'This video does not exist or was removed', code: 100 },
    { path: '/embed/%3Cscript%3E', text: 'The video link is invalid', code: 2 },
    { path: '/embed/bad', text: 'The video link is invalid', code: 2, mark: thorough },
    { path: '/embed', text: 'The video link is invalid', code: 2, mark: thorough },
    {
      path: '/embed/?list=PLnosuchlist',
      text: 'This video does not exist or was removed',
      code: 100,
      mark: thorough,
    },
  ]) {
    test(
      `${path} shows a sentence instead of a blank frame, and reports ${code} to the host`,
      mark,
      async ({ page, server }) => {
        const url = new URL(path, server.embedOrigin);
        url.searchParams.set('enablejsapi', '1');
        await page.goto(`${server.demoOrigin}/?v=offstage001`);
        const error = await page.evaluate(
          (src) =>
            new Promise((resolve) => {
              const frame = document.createElement('iframe');
              frame.src = src;
              addEventListener('message', ({ source, data }) => {
                if (source !== frame.contentWindow) return;
                const { event, info } = JSON.parse(data);
                if (event === 'onError') resolve(info);
              });
              frame.addEventListener('load', () =>
                frame.contentWindow?.postMessage('{"event":"listening"}', '*'),
              );
              document.body.prepend(frame);
            }),
          url.href,
        );
        expect(error).toBe(code);
        await expect(page.frameLocator('iframe').first().getByRole('alert')).toContainText(text);
      },
    );
  }

  test('a malformed page config shows an error and reports error 2', async ({ page, server }) => {
    await page.route(/\/embed\/offstage001/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(id="page-config">)[^<]*/, '$1{"args":');
      await route.fulfill({ response, body });
    });
    await page.goto(`${server.embedOrigin}/embed/offstage001`);
    await expect(page.getByRole('alert')).toContainText('The video link is invalid');
  });
});

test('served as a static file, the page requests its address’s video from the API', async ({
  page,
  server,
}) => {
  await page.route(/\/embed\/offstage002/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/(id="page-config">)[^<]*/, '$1')
      .replace(/<title>[^<]*/, '<title>Offstage');
    await route.fulfill({ response, body });
  });
  await page.goto(`${server.embedOrigin}/embed/offstage002`);
  await expect(page).toHaveTitle('Lanterns - Offstage');
  await page.locator('.big-play').click();
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
});

test.describe('autoplay', () => {
  test('plays muted without a gesture [spec-4.25]', async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002?autoplay=1&mute=1`);
    await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
  });

  test('is off for 0 and false [spec-4.8, spec-4.26, spec-4.27]', async ({ page, server }) => {
    for (const autoplay of ['0', 'false']) {
      await page.goto(`${server.embedOrigin}/embed/offstage002?autoplay=${autoplay}&mute=1`);
      await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'cued');
    }
  });

  // A tab with an earlier click may autoplay, so use a new page.
  ownPageTest(
    'blocked by the browser shows the play button and reports to the host',
    async ({ page, server }) => {
      await page.goto(`${server.demoOrigin}/?v=offstage002&autoplay=1`);
      const player = page.frameLocator('iframe');
      await expect(player.locator('#video-player')).toHaveAttribute('data-state', 'unstarted');
      await expect(player.locator('.big-play')).toBeVisible();
    },
  );
});

test('while a video plays with the controls hidden, the page draws nothing', async ({
  page,
  server,
}) => {
  const lateScripts = [scriptRuns(page, /start-when-idle/), scriptRuns(page, /start-page-stats/)];
  await page.goto(`${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1`);
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
  await expect(page.locator('.bar')).toBeAttached();
  for (const haveRun of lateScripts) await haveRun();
  await expect(page.locator('#video-player')).toHaveAttribute('data-controls', 'hidden');
  const changes = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const video = document.querySelector('video') as HTMLVideoElement;
        let from = video.currentTime;
        let isStalled = false;
        let count = 0;
        const everything = {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        };
        new MutationObserver((mutations) => {
          count += mutations.length;
        }).observe(document, everything);
        // A stall on a busy machine is reported and drawn, so start observing again afterwards.
        for (const event of ['waiting', 'playing'])
          video.addEventListener(event, () => {
            isStalled = true;
          });
        video.addEventListener('timeupdate', () => {
          if (isStalled) {
            isStalled = video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
            from = video.currentTime;
            count = 0;
          } else if (video.currentTime > from + 5) {
            resolve(count);
          }
        });
      }),
  );
  expect(changes).toBe(0);
});
