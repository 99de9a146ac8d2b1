/** Origin of the bench's collector, from the page's address. */
export const collector = new URL(location.href).searchParams.get('collector');
