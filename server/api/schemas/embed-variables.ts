/**
 * Variables of embed URLs and of `args` in page configs; details are in docs/url-parameters.md and
 * docs/page-api.md. Unknown variables are kept.
 */
export const embedVariables = {
  autoplay: '1: autoplay. Default: 1 in page configs, 0 in URLs.',
  mute: '1: starts muted.',
  controls: '0: hides the controls.',
  disablekb: '1: disables keyboard shortcuts.',
  fs: '0: disables full screen.',
  start: 'Start time in seconds.',
  end: 'End time in seconds.',
  loop: '1: loops the video or the whole playlist.',
  list: 'Id of a playlist.',
  listType: 'What `list` names: `playlist`, or `user_uploads` for an author.',
  playlist: 'Video ids separated by commas, to play after the video.',
  cc_load_policy: '1: shows captions by default.',
  cc_lang_pref: 'Language of the captions, such as `es`.',
  exclusive: '0: does not pause the other players of the host page.',
  hl: 'Language of the player’s texts, such as `de`.',
  theme: 'Theme of the controls: `dark` or `light`.',
  color: 'Colour of the progress bar: `red` or `white`.',
  playsinline: '0: plays in full screen on iPhones.',
  rel: '0: the end screen only shows videos of the same author.',
  modestbranding: '1: hides the channel.',
  iv_load_policy: 'No effect: there are no annotations.',
  ps: '`gvn`: transparent page background.',
  enablejsapi: '1: enables the YouTube protocol of the host API.',
  origin: 'Origin of the host page; messages from other origins are refused.',
  widgetid: 'Session id until the host names one.',
  widget_referrer: 'URL of the embedding page, if its referrer policy hides it.',
  debug: '1: shows the debug panel.',
  trace: '1: writes spans for DevTools.',
  consent: '`granted`, `refused` or `pending`: the viewer’s consent to identification and storage.',
  private: '1: a private embed, which stores nothing and identifies no viewers.',
  runtime: 'Where the services run: `auto`, `worker` or `main`.',
  fflags: 'Experiment flags: `a=true&b=2`.',
} as const;

/** Further variables of `args`. */
export const configVariables = {
  video_id: 'Id of the video: 11 characters of A-Z a-z 0-9 _ -.',
  loaderUrl: 'URL of the embedding page.',
  jsapicallback:
    'Path of a function of the page, such as `provider.onPlayerReady`, which is called once when the player accepts commands.',
} as const;
