import type { ReactNode } from 'react';
import type { getPresellInfo, PresaleProduct } from '../../../contract/presale.ts';
import type { CallOutput } from '../../../contract/call.ts';

/** A product as a card shows it. */
export type CardProduct = Pick<
  PresaleProduct,
  'id' | 'name' | 'thumbUrl' | 'amount' | 'unit' | 'joined' | 'price' | 'likeSum' | 'evaluateSum'
>;

/** The heart of a product with its count; the page hands it in. */
export type LikeSlot = (product: Pick<CardProduct, 'id' | 'name' | 'likeSum'>) => ReactNode;

type Info = CallOutput<typeof getPresellInfo>;

/** What the page of one product shows. */
export type PageProduct = Pick<
  Info,
  'id' | 'name' | 'amount' | 'unit' | 'joined' | 'price' | 'company' | 'endTime' | 'likeSum'
> & {
  category: { key: string; name: string } | undefined;
  pictures: readonly string[];
  paragraphs: readonly string[];
};

/** Of so many pieces at so much: yuan, for reading. The server's own sum counts. */
export const sumOf = (price: string, number: number): number => (Math.round(Number(price) * 100) * number) / 100;
