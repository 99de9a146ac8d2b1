import fc from 'fast-check';
import type { DefaultTreeAdapterTypes } from 'parse5';

/**
 * Text that could end an element, an attribute or a script, or that HTML, JavaScript and JSON read
 * differently.
 */
const markup = [
  '</script>',
  '</SCRIPT ',
  '<script>',
  '<!--',
  '-->',
  '--!>',
  ']]>',
  '</title>',
  '"',
  "'",
  '>',
  '<',
  '&',
  '&lt;',
  '&#60;',
  '\u2028',
  '\u2029',
  '\0',
  '\r',
  '\n',
  '\u000c',
  '\ud800',
  '\udfff',
  '\ufeff',
  '\\',
  '\\u003c',
  '$&',
  '$1',
  '$`',
  '<!--offstage:video-->',
  '<!--/offstage:config-->',
  'data-theme="x"',
  'onerror=alert(1)',
  'javascript:',
];
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...markup), fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

/** Element and attribute names, in order: the structure of a page, independent of its texts. */
export function shapeOf(node: DefaultTreeAdapterTypes.Node): unknown {
  const children =
    'childNodes' in node ? node.childNodes.filter((child) => !('value' in child)) : [];
  const attributes = 'attrs' in node ? node.attrs.map(({ name }) => name) : [];
  return [node.nodeName, attributes, children.map(shapeOf)];
}
