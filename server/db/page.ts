/** A page as it is asked for: `page` starts at 1. */
export interface Page {
  page: number;
  pageSize: number;
}

export const offsetOf = ({ page, pageSize }: Page): number => (page - 1) * pageSize;
