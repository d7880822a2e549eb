import { useHref, useNavigate } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './filters.module.css';

export interface Choice {
  key: string;
  name: string;
}

/** What a search is narrowed by, beside its words. */
export interface Narrowing {
  q: string;
  kind: string;
  stage: string;
  category: string;
  region: string;
}

export interface Place extends Choice {
  cities: readonly Choice[];
}

/** The address of a search; what is left out is not narrowed by. */
export function searchAt(narrowing: Narrowing, change: Partial<Narrowing> = {}): string {
  const wanted = Object.entries({ ...narrowing, ...change }).filter(([, value]) => value !== '');
  return `/search?${new URLSearchParams(wanted)}`;
}

function Row({
  label,
  name,
  choices,
  narrowing,
}: {
  label: string;
  name: 'stage' | 'category';
  choices: readonly Choice[];
  narrowing: Narrowing;
}) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>
        <ul>
          {[{ key: '', name: '不限' }, ...choices].map((choice) => (
            <li key={choice.key}>
              <Link
                to={searchAt(narrowing, { [name]: choice.key })}
                aria-current={narrowing[name] === choice.key ? 'true' : undefined}
                preventScrollReset
              >
                {choice.name}
              </Link>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

/** Category, stage and region as links and one select; all of it works without scripts. */
export function Filters({
  narrowing,
  categories,
  stages,
  places,
}: {
  narrowing: Narrowing;
  categories: readonly Choice[];
  stages: readonly Choice[];
  /** provinces; with the cities of the one that is chosen */
  places: readonly Place[];
}) {
  const action = useHref('/search');
  const navigate = useNavigate();
  const { region, ...others } = narrowing;
  const narrowed = [narrowing.stage, narrowing.category, region].filter((value) => value !== '').length;
  return (
    <div>
      {/* On phones they are folded away; a box to tick does that without scripts too. */}
      <label className={styles.unfold}>
        <input type="checkbox" defaultChecked={narrowed > 0} />
        <span>
          筛选{narrowed > 0 && ` ${narrowed}`}
          <Icon name="down" size="small" />
        </span>
      </label>
      <dl className={styles.filters}>
        {categories.length > 0 && <Row label="类别" name="category" choices={categories} narrowing={narrowing} />}
        {stages.length > 0 && <Row label="环节" name="stage" choices={stages} narrowing={narrowing} />}
        {places.length > 0 && (
          <div className={styles.row}>
            <dt>
              <label htmlFor="region">地区</label>
            </dt>
            <dd>
              <form action={action} className={styles.region}>
                {Object.entries(others).map(
                  ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
                )}
                <select
                  key={region}
                  id="region"
                  name="region"
                  defaultValue={region}
                  onChange={(event) =>
                    void navigate(searchAt(narrowing, { region: event.target.value }), { preventScrollReset: true })
                  }
                >
                  <option value="">不限</option>
                  {places.map((place) =>
                    place.cities.length > 0 ? (
                      <optgroup key={place.key} label={place.name}>
                        <option value={place.key}>{place.name}全部</option>
                        {place.cities.map((city) => (
                          <option key={city.key} value={city.key}>
                            {city.name}
                          </option>
                        ))}
                      </optgroup>
                    ) : (
                      <option key={place.key} value={place.key}>
                        {place.name}
                      </option>
                    ),
                  )}
                </select>
                <noscript>
                  <button type="submit">确定</button>
                </noscript>
              </form>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
