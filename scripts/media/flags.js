/**
 * Template tag: splits a command line into a list of words at white space. Values are never split,
 * so they may be paths with spaces; a list of words is inserted as several words.
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
