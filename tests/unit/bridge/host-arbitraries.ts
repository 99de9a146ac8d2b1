import fc from 'fast-check';
import { apiInterface } from '../../../src/bridge/host-commands.ts';
import { contract } from './controller-contract.ts';

/**
 * Names that hosts could send: those of the interface, of every object, of the controller, and any.
 */
export const names = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...apiInterface) },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    ...Object.keys(contract),
  ),
  fc.string(),
);

/** Values like those that commands read, and any JSON. */
const fields = [
  'videoId',
  'mediaContentUrl',
  'startSeconds',
  'endSeconds',
  'suggestedQuality',
  'rct',
  'rctn',
  'playlist',
].concat(['list', 'listType', 'index', 'languageCode', '__proto__', 'constructor']);
const likely = fc.oneof(
  fc.constantFrom(
    'captions',
    'track',
    'fontSize',
    'reload',
    'hd720',
    'user_uploads',
    '/v/offstage001',
    'a,b',
    '1e999',
    'NaN',
  ),
  fc.double(),
  fc.integer(),
  fc.jsonValue(),
);
export const values = fc.oneof(
  likely,
  fc.array(likely, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom(...fields), fc.oneof(likely, fc.array(likely)), {
    noNullPrototype: true,
  }),
  fc.anything(),
);
export const argLists = fc.array(values, { maxLength: 4 });
