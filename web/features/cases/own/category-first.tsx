import { categories } from '../../../../contract/categories.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './case-form.module.css';

/** Asks for what a draft cannot be without, where it is missed: its field may stand a long way up. */
export function CategoryFirst({
  open,
  onChoose,
  onClose,
}: {
  open: boolean;
  onChoose: (key: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} title="存在哪一类家具下" onClose={onClose}>
      <p>选好马上存为草稿，之后还可以改。</p>
      <div className={styles.categories}>
        {categories.map(({ key, name }) => (
          <Button key={key} tone="line" size="strong" onClick={() => onChoose(key)}>
            {name}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
