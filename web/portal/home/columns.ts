/** What a topic's card is made of. */
interface Card {
  readonly title: string;
  readonly text: string;
  readonly pictures: readonly string[];
}

/** In widths of a column, about: enough to tell which column is the shorter. As the cards are drawn in `topic-card.tsx`. */
function heightOf({ title, text, pictures }: Card): number {
  const lines = (title.length > 27 ? 2 : 1) + (text.length > 32 ? 2 : 1);
  return 0.32 + 0.045 * lines + picturesOf(Math.min(pictures.length, 9));
}

function picturesOf(count: number): number {
  if (count === 0) return 0;
  if (count === 1) return 0.54;
  if (count === 2 || count === 4) return 0.02 + (count / 2) * 0.34;
  return 0.02 + Math.ceil(count / 3) * 0.3;
}

/** For each card the column, 0 or 1, that it stands in: the shorter one. What comes later moves none that is there. */
export function columnsOf(cards: readonly Card[]): number[] {
  const heights: [number, number] = [0, 0];
  return cards.map((card) => {
    const column = heights[0] <= heights[1] ? 0 : 1;
    heights[column] += heightOf(card);
    return column;
  });
}
