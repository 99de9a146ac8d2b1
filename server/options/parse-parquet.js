import { parseParquetUrl } from '../store/parquet/parquet-url.js';
import { accept, refuse } from './server-option.js';

/**
 * @typedef {import('../store/parquet/parquet-url.js').ParquetTarget} ParquetTarget
 *
 * @param {import('./server-option.js').GivenText} given
 * @returns {import('./server-option.js').Parsed<ParquetTarget | null>} `null` when nothing is given
 */
export function parseParquet({ text, source }) {
  if (text === '') return accept(null);
  const target = parseParquetUrl(text);
  return target.ok ? accept(target.value) : refuse(`${source} ${target.message}`);
}
