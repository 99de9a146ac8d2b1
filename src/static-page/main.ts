import { fillStaticPage } from './fill-static-page.ts';

// Stands in the page itself, after its elements and before the page's own script runs.
fillStaticPage(document, { location, navigator, isFramed: window !== window.parent });
