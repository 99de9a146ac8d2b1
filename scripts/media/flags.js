/**
 * Template tag: a command line as a list of words, split at white space. A value is never split,
 * so it may be a path with spaces; a list of words stands for all of them.
 * @param {TemplateStringsArray} strings
 * @param {...(string | number | string[])} values
 * @returns {string[]}
 */
export function flags(strings, ...values) {
  const words = strings[0].split(/\s+/);
  values.forEach((value, i) => {
    const [rest, ...more] = strings[i + 1].split(/\s+/);
    if (Array.isArray(value)) words.push(...value, rest, ...more);
    else words.push(`${words.pop()}${value}${rest}`, ...more);
  });
  return words.filter((word) => word !== '');
}
