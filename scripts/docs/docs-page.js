import path from 'node:path';

/** @typedef {{ title: string, links: readonly { page: string, title: string }[] }} NavigationChapter */

/**
 * @param {{ page: string, title: string, html: string, navigation: readonly NavigationChapter[] }} content paths are those below `/docs/`; `html` is trusted, titles are text
 * @returns {string} the whole page; it needs no script
 */
export function docsPage({ page, title, html, navigation }) {
  /** @param {string} to */
  const linkTo = (to) => path.posix.relative(path.posix.dirname(page), to);
  const chapters = navigation.map(({ title: chapter, links }) => {
    const items = links.map(
      (link) =>
        `<li><a href="${linkTo(link.page)}"${link.page === page ? ' aria-current="page"' : ''}>${escapeHtml(link.title)}</a></li>`,
    );
    return `<h2>${escapeHtml(chapter)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === 'Offstage' ? title : `${title} - Offstage`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${linkTo('site.css')}">
</head>
<body>
<a class="skip" href="#documents">All documents</a>
<main>
${html}</main>
<nav id="documents" aria-label="Documents">
${chapters.join('\n')}
<p><a href="/">The demo host page</a></p>
</nav>
</body>
</html>
`;
}

/** @param {string} text */
export function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
