import { Icon } from './icon.tsx';
import styles from './states.module.css';

/** Where a form would stand: it is drawn in the browser, and without scripts it never comes. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className={styles.scripts}>
        <Icon name="info" size="small" />
        这里的表单需要启用浏览器脚本（JavaScript），启用后刷新本页即可填写。
      </p>
    </noscript>
  );
}
