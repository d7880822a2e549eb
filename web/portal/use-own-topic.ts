import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { getTopicInfo, Topic } from '../../contract/topics.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { useUser } from '../session.ts';

const path = /^\/topic\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/;

/**
 * A topic that the public does not see, for its author: the page is a 404 for everybody alike, and the browser asks once more
 * with the reader's own sign-in. `asking` until the answer is there.
 */
export function useOwnTopic(missing: boolean): { topic: Topic | undefined; asking: boolean } {
  const { pathname } = useLocation();
  const token = useUser()?.token;
  const id = missing && token ? path.exec(pathname)?.[1] : undefined;
  const [found, setFound] = useState<{ id: string; topic: Topic | undefined }>();
  useEffect(() => {
    if (id === undefined) return;
    let left = false;
    void send(callAt<typeof getTopicInfo>('/api/Topic/getTopicInfo'), { topicId: id }).then((reply) => {
      if (!left) setFound({ id, topic: reply.ok && reply.data.isOwner ? reply.data : undefined });
    });
    return () => {
      left = true;
    };
  }, [id]);
  if (id === undefined) return { topic: undefined, asking: false };
  return found?.id === id ? { topic: found.topic, asking: false } : { topic: undefined, asking: true };
}
