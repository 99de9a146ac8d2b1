/**
 * One number the product works by.
 * @typedef {{ name: string, value: number, source: string, meaning: string }} Limit
 */
export type Limit = {
    name: string;
    value: number;
    source: string;
    meaning: string;
};
/**
 * Reads what the source says about its limits: each group has its title and each limit its source and its meaning in a comment.
 * @param {string} sourceText of `shared/limits.ts`
 * @param {Record<string, Record<string, number>>} values what that module exports
 * @returns {{ name: string, title: string, limits: Limit[] }[]} in the order of the source
 * @throws {Error} naming the group or limit whose comment is missing
 */
export declare function readLimitGroups(sourceText: string, values: Record<string, Record<string, number>>): {
    name: string;
    title: string;
    limits: Limit[];
}[];
/** @returns {string} a heading and a table for each group */
export declare function limitTables(groups: any): string;
/**
 * @param {string} documentText with `<!-- limits -->` and `<!-- /limits -->` on lines of their own
 * @returns {string} the document with the tables between them
 */
export declare function withTables(documentText: string, tables: any): string;
