import { data, redirect } from 'react-router';
import { categories, type Category } from '../../contract/categories.ts';
import type { Stage } from '../../contract/stages/stage.ts';

/** What does not exist is answered 404 with the not-found page (feature S-02). */
export function missing(): never {
  throw data(null, { status: 404 });
}

/** The route guard of specification §2: an unknown category goes to the not-found page. */
export function guardType(type: string | undefined): Category {
  return categories.find((category) => category.key === type) ?? missing();
}

/** … and so does an unknown stage. */
export function guardFlow(flow: string | undefined, stages: readonly Stage[]): Stage {
  return stages.find((stage) => stage.key === flow) ?? missing();
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The id of a record as it is written, of an address. One record, one address: of an id in capitals, which the database would
 * find as well, the right page is told.
 */
export function guardId(id: string, { pathname, search }: URL): string {
  const right = id.toLowerCase();
  if (id === right || !uuid.test(id)) return id;
  // A redirect is given without the base that the whole portal stands under.
  const path = pathname.slice(import.meta.env.BASE_URL.length - 1);
  throw redirect(path.replace(id, right) + search, 301);
}
