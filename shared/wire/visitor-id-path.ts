/** Path where the server issues visitor ids; `X-Visitor-Id` carries the id to renew. */
export const visitorIdPath = '/visitor_id';
