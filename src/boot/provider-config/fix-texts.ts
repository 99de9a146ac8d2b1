const length = 'Give CSS pixels or a length: 640, "640px", "100%".';
const id = 'Give the id of an element: a letter, then at most 99 letters, digits or _ : . -';
const address =
  'Give https addresses, or ones of this origin, of at most 2,000 characters and without user names in them.';
const variables =
  'Give texts of at most 10,000 characters, numbers or booleans, by names of at most 100.';

/** How to correct a field, by its path or by its outer field. */
const fixes: Record<string, string> = {
  '': 'The page config is one JSON object.',
  args: variables,
  apiOrigin: 'Give scheme, host and port of the API, and no path: https://api.example.com.',
  api: variables,
  probes: variables,
  consent: 'Give granted, pending or refused; until then it counts as pending.',
  private: 'Give true or false; until then the viewer’s consent counts as pending.',
  'attrs.width': length,
  'attrs.height': length,
  'attrs.id': id,
  assets: address,
  loaded: 'Give true or false.',
  telemetry: 'Give true or false.',
  brand: 'Give a text of at most 100 characters.',
  playerResponse: 'Give what the API answers for the video; without, the API is asked.',
  playlist: 'Give what the API answers for the playlist; without, the API is asked.',
  webPlayerContextConfig: variables,
  'webPlayerContextConfig.serializedForcedExperimentIds':
    'Give at most 100 integers of at most 9 digits: 12,34 or [12,34].',
};

/** @returns advice on how to correct a field */
export function fixFor(field: string): string {
  const [outer = ''] = field.split('.');
  return fixes[field] ?? fixes[outer] ?? 'Give an object.';
}
