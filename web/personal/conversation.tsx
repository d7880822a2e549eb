import { useParams } from 'react-router';
import { Thread } from '../features/messages/thread.tsx';
import { ReportButton } from '../features/reactions/report-button.tsx';
import { page } from '../portal/route-record.ts';

/** The composer takes the tab bar's place on phones. */
export const handle = page({ name: 'conversation', under: 'personal', title: '对话', ground: 'mist', ownBar: true });

export default function Conversation() {
  const { id = '' } = useParams();
  return (
    <Thread
      key={id}
      id={id}
      beside={(message) => <ReportButton kind="message" id={message.id} name={message.name} />}
    />
  );
}
