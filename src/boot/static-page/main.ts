import { fillStaticPage } from './fill-static-page.ts';

// Inlined into the page after its elements; runs before the page's own script.
fillStaticPage(document, { location, navigator, isFramed: window !== window.parent });
