import { Outlet, useParams } from 'react-router';
import { ConversationList } from '../features/messages/conversation-list.tsx';
import { page } from '../portal/route-record.ts';
import { Empty } from '../ui/states.tsx';
import styles from './messages.module.css';

export const handle = page({ name: 'messages', under: 'personal', title: '对话', ground: 'mist' });

/** One's conversations (feature Z-09), with the one that is open beside them where there is room. */
export default function Messages() {
  const { id } = useParams();
  return (
    <div className={styles.page} data-open={id ? true : undefined}>
      <section className={styles.list} aria-label="全部对话">
        <h1>对话</h1>
        <div className={styles.scroll}>
          <ConversationList />
        </div>
      </section>
      <div className={styles.thread}>{id ? <Outlet /> : <Empty icon="comment" text="选一个对话，在这里接着谈" />}</div>
    </div>
  );
}
