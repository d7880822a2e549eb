import type { LikeSlot } from '../features/presale/product.ts';
import { LikeButton } from '../features/reactions/like-button.tsx';

/** The heart on a product's card. */
export const likeProduct: LikeSlot = ({ id, name, likeSum }) => (
  <LikeButton subject={{ kind: 'presale', id }} count={likeSum} name={name} />
);
