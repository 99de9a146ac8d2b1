interface SidebarGroup {
  text: string;
  collapsed: boolean;
  items: {
    text: string;
    link: string;
  }[];
}
/**
 * @param root the project's directory
 * @throws Error naming a document that no group has
 */
export declare function createSidebar(root: string): SidebarGroup[];
/**
 * @param file a document, picture, `LICENSE`, or the folder of the decisions, relative to the root
 * @returns its Markdown page (or picture) below the site's base
 */
export declare function pageOf(file: string): string;
/** @returns each document by its page */
export declare function documentsByPage(root: string): ReadonlyMap<string, string>;
/** @param source a source file or folder, relative to the root */
export declare function sourcePageOf(source: string): string;
/** @returns the text of the first heading */
export declare function titleOf(root: string, file: string): string;
