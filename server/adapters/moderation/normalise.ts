import { Converter } from 'opencc-js/t2cn';

const simplified = Converter({ from: 't', to: 'cn' });

/**
 * A text without what is put between and into characters so that a word list does not see them: full-width and decorated
 * forms, blanks, zero-width characters, punctuation, symbols, accents, traditional forms, capitals.
 */
export function normalise(text: string): string {
  const letters = text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return simplified(letters).toLowerCase();
}
