/**
 * @param markdown a document
 * @returns the commands that a reader would type: each line of its `sh` blocks, and each `npm …`
 * and `npx …` in its text; once each
 */
export function documentCommands(markdown: string): string[] {
  const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;
  const lines = [...markdown.matchAll(fence)]
    .filter(([, language]) => language === 'sh')
    .flatMap(([, , body]) => (body ?? '').split('\n'))
    .map((line) => line.replace(/\s+# .*$/, '').trim());
  const inline = [...markdown.replaceAll(fence, '').matchAll(/`(np[mx] [^`]+)`/g)].map(
    ([, command]) => command ?? '',
  );
  return [...new Set([...lines, ...inline])].filter((command) => command !== '');
}
