import { data, redirect } from 'react-router';
import { categories, type Category } from '../../contract/categories.ts';
import type { Stage } from '../../contract/stages/stage.ts';

/** What does not exist is answered 404 with the not-found page (feature S-02). */
export function missing(): never {
  throw data(null, { status: 404 });
}

/** What a page answers, beside 404, of a list that is there while the page of it that was asked for is not. */
export interface NoSuchPage {
  /** the query parameter that named it */
  readonly noPage: string;
}

/** The page of a list that an address asks for, the first where it names none; what is no number is no page. */
export function guardPage({ searchParams }: URL, name = 'page'): string {
  const number = searchParams.get(name) || '1';
  return /^[1-9]\d{0,8}$/.test(number) ? number : noPage(name);
}

/** A page behind the end of its list is none; of a list that could not be had, nothing is known. */
export function guardEnd(list: { ok: true; page: number; pages: number } | { ok: false }, name = 'page'): void {
  if (list.ok && list.page > Math.max(1, list.pages)) noPage(name);
}

function noPage(name: string): never {
  throw data({ noPage: name } satisfies NoSuchPage, { status: 404 });
}

/** One of the choices that a list offers by its address: the first without a word, none but these with one. */
export function guardChoice<Key extends string>(
  { searchParams }: URL,
  name: string,
  choices: readonly [Key, ...Key[]],
): Key {
  const word = searchParams.get(name);
  return word === null ? choices[0] : (choices.find((choice) => choice === word) ?? missing());
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
