/**
 * The features that Playwright disables in Chromium. The browser obeys only the last of two
 * switches with the same name, so ours repeats them.
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
 * The address bar's suggestions are two web pages that Chromium loads with each window, even a
 * headless one: a third of the browser's computing time for opening a page of ours.
 */
const windowFrame = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'] as const;

/**
 * A spare renderer that Chromium starts in advance. It speeds up a viewer's next page, but costs a
 * test's pages, of two sites each, an eighth more computing time.
 */
const spareRenderer = 'SpareRendererForSitePerProcess';

/** The Chromium switch that disables features that no test needs. */
export const disableFeatures = switchOff([...disabledByPlaywright, ...windowFrame, spareRenderer]);

/**
 * The same for tests whose frames have storage on another site than their host's, as in a viewer's
 * browser.
 */
export const disableFeaturesButPartitions = switchOff(
  [...disabledByPlaywright, ...windowFrame, spareRenderer].filter(
    (feature) => feature !== 'ThirdPartyStoragePartitioning',
  ),
);

function switchOff(features: readonly string[]): string {
  return `--disable-features=${features.join(',')}`;
}
