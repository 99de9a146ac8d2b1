/** Origin of the bench's collector, which the bench puts into the page's address. */
export const collector = new URL(location.href).searchParams.get('collector');
