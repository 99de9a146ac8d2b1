/** Where the server gives visitor ids; `X-Visitor-Id` carries the one that is to be renewed. */
export const visitorIdPath = '/visitor_id';
