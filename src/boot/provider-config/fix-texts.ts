const length = 'Use CSS pixels or a length: 640, "640px", "100%".';
const id = 'Use the id of an element: a letter, then up to 99 letters, digits or _ : . -';
const address =
  'Use https URLs or URLs on this origin, up to 2,000 characters, without user names.';
const variables =
  'Use strings up to 10,000 characters, numbers or booleans; names may have up to 100.';

/** How to correct a field, by its path or by its outer field. */
const fixes: Record<string, string> = {
  '': 'The page config must be a JSON object.',
  args: variables,
  apiOrigin: 'Use the API’s scheme, host and port without a path: https://api.example.com.',
  api: variables,
  probes: variables,
  consent: 'Use granted, pending or refused; until then, pending is assumed.',
  private: 'Use true or false; until then, consent is assumed to be pending.',
  'attrs.width': length,
  'attrs.height': length,
  'attrs.id': id,
  assets: address,
  loaded: 'Use true or false.',
  telemetry: 'Use true or false.',
  brand: 'Use a string of up to 100 characters.',
  playerResponse: 'Use the API’s reply for the video, or leave it out to call the API.',
  playlist: 'Use the API’s reply for the playlist, or leave it out to call the API.',
  webPlayerContextConfig: variables,
  'webPlayerContextConfig.serializedForcedExperimentIds':
    'Use up to 100 integers with up to 9 digits: 12,34 or [12,34].',
};

/** @returns advice on how to correct a field */
export function fixFor(field: string): string {
  const [outer = ''] = field.split('.');
  return fixes[field] ?? fixes[outer] ?? 'Use an object.';
}
