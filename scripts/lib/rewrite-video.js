/** @typedef {import('@playwright/test').Page} Page */

/**
 * Changes the server's reply for the video.
 * @param {Page} page @param {(video: any) => void} change
 */
export async function rewriteVideo(page, change) {
  await page.route('**/embed/**', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(
      /(<script type="application\/json" id="page-config"[^>]*>)(.*?)(<\/script>)/s,
      (_, start, json, end) => {
        const config = JSON.parse(json);
        change(config.playerResponse);
        return start + JSON.stringify(config).replaceAll('<', '\\u003c') + end;
      },
    );
    await route.fulfill({ response, body });
  });
}

/** @param {any} video */
export function manyWords(video) {
  video.videoDetails.title = '<b>A title</b> that does not end & says "so". '
    .repeat(100)
    .slice(0, 5_000);
  video.videoDetails.author = 'An author of many names '.repeat(20);
  video.chapters = Array.from({ length: 500 }, (_, index) => ({
    startSeconds: 499 - index,
    title: `<i>${index}</i> ${'a chapter with much to say '.repeat(6)}`,
  }));
}

/** @param {any} video */
export function tenHours(video) {
  video.videoDetails.lengthSeconds = 36_000;
  video.chapters = [20_000, 0, 4_000, 4_000, 99_000].map((startSeconds) => ({
    startSeconds,
    title: '',
  }));
}
