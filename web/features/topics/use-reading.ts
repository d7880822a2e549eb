import { useEffect, useState } from 'react';
import type { getTopicInfo, readTopic } from '../../../contract/topics.ts';
import { callAt, send, sendBeside } from '../../client/transport.browser.ts';
import { useUser } from '../../session.ts';

/** Tells the server that a topic is being read. Nothing waits for it, and nothing is said when it is lost. */
export function useReading(id: string): void {
  useEffect(() => {
    // A page that is made ready in a background tab is not read yet.
    const tell = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', tell);
      sendBeside(callAt<typeof readTopic>('/api/Topic/read'), { topicId: id });
    };
    document.addEventListener('visibilitychange', tell);
    tell();
    return () => document.removeEventListener('visibilitychange', tell);
  }, [id]);
}

/** Whether the topic is the reader's own; asked in the browser, since the page is the same for everybody. */
export function useOwn(id: string): boolean {
  const token = useUser()?.token;
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    if (!token) return;
    let left = false;
    void send(callAt<typeof getTopicInfo>('/api/Topic/getTopicInfo'), { topicId: id }).then((reply) => {
      if (reply.ok && !left) setOwn(reply.data.isOwner ? `${token} ${id}` : undefined);
    });
    return () => {
      left = true;
    };
  }, [id, token]);
  return own === `${token} ${id}`;
}
