/**
 * Combines many pictures into one.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ name: string, image: Buffer, width: number }[]} pictures
 * @param {string} path of the PNG
 * @returns {Promise<void>}
 */
export async function writeContactSheet(browser, pictures, path) {
  const page = await browser.newPage({ viewport: { width: 1_960, height: 1_000 } });
  const figures = pictures.map(
    ({ name, image, width }) =>
      `<figure style="width:${Math.min(640, width)}px"><img src="data:image/png;base64,${image.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
  );
  const style =
    'body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#778}figure{margin:0}img{width:100%;display:block}figcaption{font:12px sans-serif}';
  await page.setContent(`<style>${style}</style>${figures.join('')}`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}
