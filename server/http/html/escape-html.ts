/** @returns the text, safe between tags and inside double-quoted attributes */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * @param value must be JSON
 * @returns JSON that is safe inside a `<script>` element: its text can neither end the element nor
 *   open a comment
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
