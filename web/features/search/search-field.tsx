import { type FormEvent, useId, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { recentSearches } from './recent.ts';
import styles from './search-field.module.css';

/**
 * A form that works without scripts; with them it stays in the portal and offers what was searched for before. `kept` are
 * the filters that a new search is to keep.
 */
export function SearchField({
  large,
  query = '',
  kept = {},
  focused,
}: {
  large?: boolean;
  query?: string;
  kept?: Readonly<Record<string, string>>;
  focused?: boolean;
}) {
  const id = useId();
  const action = useHref('/search');
  const navigate = useNavigate();
  const [recent, setRecent] = useState<readonly string[]>([]);
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('q') as HTMLInputElement;
    const q = field.value.trim();
    if (q === '') return field.focus();
    field.blur();
    void navigate(`/search?${new URLSearchParams({ q, ...kept })}`);
  };
  return (
    <form
      role="search"
      className={large ? `${styles.find} ${styles.large}` : styles.find}
      action={action}
      onSubmit={go}
    >
      <Icon name="search" size="small" />
      <input
        key={query}
        type="search"
        name="q"
        aria-label="搜案例、需求、话题、服务商"
        placeholder="搜案例、需求、服务商"
        defaultValue={query}
        maxLength={50}
        autoComplete="off"
        enterKeyHint="search"
        list={id}
        autoFocus={focused}
        onFocus={() => setRecent(recentSearches())}
      />
      <datalist id={id}>
        {recent.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit">搜索</button>
    </form>
  );
}
