import { ButtonLink } from '../../ui/button.tsx';
import styles from './publish-button.module.css';

/**
 * Leads to writing a topic. `floating`, as the last thing in the section that it belongs to, it stays in reach at the foot
 * of the screen for as long as the section is in view.
 */
export function PublishTopicButton({ floating = false }: { floating?: boolean }) {
  const button = (
    <ButtonLink to="/topic/publish" tone="pine" icon="edit">
      发布话题
    </ButtonLink>
  );
  return floating ? <div className={styles.floating}>{button}</div> : button;
}
