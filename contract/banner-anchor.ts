/** Where a page shows one of its banners, in the page's address. */
export const bannerAnchor = (id: string): string => `banner-${id}`;
