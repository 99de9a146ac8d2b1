/**
 * What Playwright switches off in Chromium. Of two switches of the same name the browser obeys the
 * last, so that ours repeats it.
 */
export const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
] as const;

/**
 * The address bar's suggestions are two web pages that Chromium loads with each window, also where
 * nobody sees one: a third of what
 * the browser computes to open a page of ours.
 */
const windowFrame = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'] as const;

/**
 * A renderer that Chromium starts before anything needs one. A viewer's next page comes sooner for
 * it; a test's pages, of two sites
 * each, take an eighth more computing time.
 */
const spareRenderer = 'SpareRendererForSitePerProcess';

/** The switch of Chromium that leaves out what no test looks at. */
export const disableFeatures = switchOff([...disabledByPlaywright, ...windowFrame, spareRenderer]);

/**
 * The same for tests whose frames have storage on another site than their host's, as a viewer's
 * browser gives it to them.
 */
export const disableFeaturesButPartitions = switchOff(
  [...disabledByPlaywright, ...windowFrame, spareRenderer].filter(
    (feature) => feature !== 'ThirdPartyStoragePartitioning',
  ),
);

function switchOff(features: readonly string[]): string {
  return `--disable-features=${features.join(',')}`;
}
