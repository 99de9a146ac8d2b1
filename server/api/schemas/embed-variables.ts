/**
 * Variables of embed URLs and of `args` in page configs; details are in docs/url-parameters.md and
 * docs/page-api.md. Unknown variables are kept.
 */
export const embedVariables = {
  autoplay:
    '1: starts by itself. Page configs do unless they say 0, addresses do not unless they say 1.',
  mute: '1: starts muted.',
  controls: '0: no controls.',
  disablekb: '1: no keys.',
  fs: '0: no full screen.',
  start: 'Seconds at which it begins.',
  end: 'Seconds at which it ends.',
  loop: '1: starts again at the end: the video, or the whole list.',
  list: 'Id of a playlist.',
  listType: 'What `list` names: `playlist`, or `user_uploads` for an author.',
  playlist: 'Ids with commas: what plays after the video.',
  cc_load_policy: '1: shows captions from the start.',
  cc_lang_pref: 'Language of the captions, such as `es`.',
  exclusive: '0: plays beside the other players of the host page.',
  hl: 'Language of the player’s texts, such as `de`.',
  theme: 'Colours of the controls: `dark` or `light`.',
  color: 'Of the progress bar: `red` or `white`.',
  playsinline: '0: iPhones play full screen.',
  rel: '0: the end screen only offers videos of the same author.',
  modestbranding: '1: no channel on the player.',
  iv_load_policy: 'Nothing: there are no annotations.',
  ps: '`gvn`: transparent page background.',
  enablejsapi: '1: switches the YouTube protocol of the host API on.',
  origin: 'Origin of the host page; messages from elsewhere are refused.',
  widgetid: 'Session id until the host names one.',
  widget_referrer: 'URL of the page that embeds, where its referrer policy hides it.',
  debug: '1: shows the debug panel.',
  trace: '1: writes spans for DevTools.',
  consent:
    '`granted`, `refused` or `pending`: what the viewer has said to being told apart and having things stored.',
  private: '1: a private embed, which stores nothing and tells nobody apart.',
  runtime: 'Where the services run: `auto`, `worker` or `main`.',
  fflags: 'Experiment flags: `a=true&b=2`.',
} as const;

/** Further variables of `args`. */
export const configVariables = {
  video_id: 'What plays: 11 characters of A-Z a-z 0-9 _ -.',
  loaderUrl: 'URL of the page that embeds.',
  jsapicallback:
    'Path of a function of the page, such as `provider.onPlayerReady`, that is called once when the player takes commands.',
} as const;
